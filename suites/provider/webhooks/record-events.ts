import { Untestable } from "../../../base/errors.ts";
import { fieldsOf, parseJson } from "../../../base/json.ts";
import type { Announced } from "../../../harness/control.ts";
import type { Arrival, Receiver } from "../../../harness/receiver.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import { confirm, grant, place } from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { earliest, edge, latest, pass, receiving, records, timeout } from "./receiving.ts";

const hooked = ["fresh", "control.clock", "control.hooks", "control.events", "fixtures.location_id"];
const goods = ["sale", "receipt", "consumable", "stolen", "move"].map((kind) => `goods_operations_${kind}`);
const changes = ["created", "updated", "deleted"];

/** Holds one webhook against its form and against what was announced. */
function judge(world: World, event: string, arrival: Arrival, announced: Announced, location: number): void {
  const say = (id: string, isSo: boolean, found: string, expected: string, pointer = "") =>
    world.notes(id, isSo, `${event}: ${found}`, expected, { pointer, arrival });
  const type = arrival.headers["content-type"] ?? "";
  say("HOOK-1", arrival.method === "POST", arrival.method, "POST");
  say("HOOK-1", /^application\/json\s*(;|$)/i.test(type), `Content-Type ${type || "is missing"}`, "application/json");
  const body = parseJson(arrival.body);
  say("HOOK-1", body !== undefined, "a body that is not JSON", "JSON");
  if (body === undefined) return;
  const operation = loadOperations().find((one) => one.path === event);
  const errors = operation ? validate(operation, { direction: "request", part: "body" }, body) : [];
  for (const id of [
    "HOOK-2",
    ...(event === "ScheduleEvent" ? ["HOOK-10"] : []),
    ...(event === "GoodsOperationEvent" ? ["HOOK-11"] : []),
  ]) {
    const error = errors.find(({ requirement = "HOOK-2" }) => requirement === id);
    say(id, !error, error?.found ?? "", error?.expected ?? "", error?.pointer);
  }
  const wanted = {
    company_id: location,
    resource: announced.resource,
    resource_id: announced.resource_id,
    status: announced.status,
  };
  for (const [name, value] of Object.entries(wanted)) {
    const told = fieldsOf(body)[name];
    if (told === undefined) continue;
    const isSo = String(told) === String(value);
    say(
      name === "resource_id" && event === "ScheduleEvent" ? "HOOK-23" : "HOOK-3",
      isSo,
      `${name} ${JSON.stringify(told)}`,
      JSON.stringify(value) ?? "",
      `/${name}`,
    );
  }
}

/** One change, and what arrives of it within the time that webhooks take. */
async function provoke(
  world: World,
  receiver: Receiver,
  event: string,
  change: string,
  resource?: string,
): Promise<void> {
  const location = world.fixture("location_id");
  receiver.arrivals.length = 0;
  const before = world.now();
  const announced = await world.control.change(location, event, change, resource);
  await pass(world, latest + edge);
  // One that is late is not one that is missing.
  if (receiver.arrivals.length === 0) await pass(world, 60_000);
  const id = resource ? "HOOK-24" : "HOOK-9";
  const [first] = receiver.arrivals;
  const what = `${event} ${resource ?? change}`;
  world.notes(id, first !== undefined, `no webhook for ${what}`, "one");
  if (!first) return;
  world.notes("HOOK-6", receiver.arrivals.length === 1, `${receiver.arrivals.length} webhooks for ${what}`, "one");
  // The clock is moved second by second, so an arrival may be up to a second later than it seems.
  const delay = first.at - before;
  world.notes(
    "HOOK-4",
    delay >= earliest - edge && delay <= latest,
    `${what} after ${delay / 1000} seconds`,
    `${earliest / 1000} to ${latest / 1000} seconds`,
  );
  judge(world, event, first, announced, location);
}

/** Proofs of webhooks about records. */
export const recordProofs: Proof[] = [
  receiving(
    "HOOK-1 HOOK-2 HOOK-3 HOOK-4 HOOK-6 HOOK-9 HOOK-10 HOOK-23",
    "each change of each record sends its event",
    hooked,
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), [
        ...records,
        "GoodsOperationEvent",
      ]);
      for (const event of records) for (const change of changes) await provoke(world, receiver, event, change);
    },
  ),

  receiving(
    "HOOK-11 HOOK-24 HOOK-3 HOOK-6",
    "each goods operation sends its event",
    hooked,
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), ["GoodsOperationEvent"]);
      for (const resource of goods) await provoke(world, receiver, "GoodsOperationEvent", "created", resource);
    },
  ),

  receiving(
    "HOOK-9",
    "webhooks come before and after the confirmation",
    [...hooked, ...installs],
    async (world, receiver) => {
      const here = place(world);
      await world.control.subscribe(here.location, receiver.url("/hooks"), ["ClientEvent"]);
      world.needs(await grant(world, here), 201);
      await provoke(world, receiver, "ClientEvent", "created");
      world.needs(await confirm(world, here), 201);
      await provoke(world, receiver, "ClientEvent", "updated");
    },
  ),

  receiving(
    "HOOK-5",
    "only what was subscribed to is sent",
    [...hooked, "fixtures.second_location_id"],
    async (world, receiver) => {
      const [here, there] = [world.fixture("location_id"), world.fixture("second_location_id")];
      await world.control.subscribe(here, receiver.url("/here"), ["ClientEvent", "RecordEvent"]);
      await world.control.subscribe(there, receiver.url("/there"), ["ClientEvent"]);
      await world.control.change(here, "StaffEvent", "created");
      await world.control.change(there, "RecordEvent", "updated");
      await world.control.change(here, "ClientEvent", "created");
      await pass(world, latest + edge);
      const paths = receiver.arrivals.map(({ path, body }) => `${path} ${String(fieldsOf(parseJson(body)).resource)}`);
      world.notes(
        "HOOK-5",
        receiver.arrivals.length === 1 && receiver.arrivals[0]?.path === "/here",
        `webhooks to ${paths.join(", ") || "nobody"}`,
        "one ClientEvent to the Location's own subscriber",
      );
      receiver.arrivals.length = 0;
      await world.control.subscribe(here, receiver.url("/here"), ["RecordEvent"]);
      await world.control.change(here, "ClientEvent", "updated");
      await pass(world, latest + edge);
      world.notes(
        "HOOK-5",
        receiver.arrivals.length === 0,
        `${receiver.arrivals.length} webhooks of a subscription that was replaced`,
        "none",
      );
      receiver.arrivals.length = 0;
      await world.control.subscribe(here, receiver.url("/here"), []);
      await world.control.change(here, "ClientEvent", "updated");
      await pass(world, latest + edge);
      world.notes(
        "HOOK-5",
        receiver.arrivals.length === 0,
        `${receiver.arrivals.length} webhooks after the subscription ended`,
        "none",
      );
    },
  ),

  receiving(
    "HOOK-7 HOOK-9",
    "a delivery that is answered with an error is not retried",
    hooked,
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), ["ClientEvent"]);
      for (const status of [500, 404, 302]) {
        receiver.arrivals.length = 0;
        receiver.answer("/hooks", status);
        await world.control.change(world.fixture("location_id"), "ClientEvent", "created");
        await pass(world, 2 * latest);
        await world.advanceTo(world.now() + 3_600_000);
        if (receiver.arrivals.length > 0)
          world.notes(
            "HOOK-7",
            receiver.arrivals.length === 1,
            `${receiver.arrivals.length} deliveries after a ${status}`,
            "one",
          );
      }
      receiver.arrivals.length = 0;
      receiver.answer("/hooks", 200);
      await world.control.change(world.fixture("location_id"), "ClientEvent", "updated");
      await pass(world, latest + edge);
      world.notes("HOOK-9", receiver.arrivals.length > 0, "no webhook after deliveries that failed", "one");
    },
  ),

  receiving(
    "HOOK-7",
    "a delivery is delivered by a 2xx, and has failed with anything else",
    [...hooked, "control.deliveries"],
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), ["ClientEvent"]);
      for (const [status, expected] of [
        [200, "delivered"],
        [202, "delivered"],
        [204, "delivered"],
        [302, "failed"],
        [410, "failed"],
        [500, "failed"],
      ] as const) {
        receiver.answer("/hooks", status);
        await world.control.change(world.fixture("location_id"), "ClientEvent", "updated");
        await pass(world, latest + edge);
        const outcome = (await world.control.deliveries()).at(-1)?.outcome;
        world.notes("HOOK-7", outcome === expected, `a delivery that is ${outcome} after a ${status}`, expected);
      }
    },
  ),

  receiving(
    "HOOK-8",
    "a receiver has fifteen seconds, and no second chance",
    [...hooked, "control.deliveries"],
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), ["ClientEvent"]);
      const outcomeAfter = async (seconds: number) => {
        receiver.arrivals.length = 0;
        receiver.answer("/hooks", "silent");
        await world.control.change(world.fixture("location_id"), "ClientEvent", "created");
        const patience = world.now() + latest + edge;
        while (receiver.arrivals.length === 0 && world.now() < patience) await world.advanceTo(world.now() + 1000);
        if (receiver.arrivals.length === 0) throw new Untestable("no webhook came to be left unanswered");
        await world.advanceTo(world.now() + seconds);
        receiver.release(200);
        // The answer needs a moment of real time to arrive, whatever the target's clock says.
        await new Promise((over) => setTimeout(over, 150));
        return (await world.control.deliveries()).at(-1)?.outcome;
      };
      const inTime = await outcomeAfter(timeout - edge);
      world.notes(
        "HOOK-8",
        inTime === "delivered",
        `a delivery that is ${inTime} when it is answered a second before the time-out`,
        "delivered",
      );
      const tooLate = await outcomeAfter(timeout + edge);
      world.notes(
        "HOOK-8",
        tooLate === "failed",
        `a delivery that is ${tooLate} a second after the time-out`,
        "failed",
      );
      await pass(world, 2 * latest);
      await world.advanceTo(world.now() + 3_600_000);
      world.notes(
        "HOOK-8",
        receiver.arrivals.length === 1,
        `${receiver.arrivals.length} deliveries`,
        "one, since none is retried",
      );
    },
  ),
];
