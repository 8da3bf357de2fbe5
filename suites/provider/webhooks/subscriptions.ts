import { minutes, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Announced } from "../../../harness/control.ts";
import type { Arrival, Receiver } from "../../../harness/receiver.ts";
import { edge, webhookDelay } from "../../model/time-limits.ts";
import type { Proof } from "../run/proof.ts";
import { passTime, receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { judgeWebhook } from "./judge-webhook.ts";
import { recordNeeds } from "./provoke.ts";

/** How many webhooks must arrive at each path; none at any other. */
type ExpectedArrivals = Readonly<Record<string, number>>;

/** Waits for webhooks, and judges where they went: none to an address that is not subscribed, and none left out. */
async function checkArrivals(
  world: World,
  receiver: Receiver,
  occasion: string,
  expected: ExpectedArrivals,
): Promise<Arrival[]> {
  // Long enough for a webhook that is late: that one is not missing.
  await world.advanceTo(world.now() + minutes(1));
  const arrivals = receiver.arrivals.splice(0);
  const sent = arrivals.map(({ path, body }) => `${path} (${String(fieldsOf(readForeignJson(body)).resource)})`);
  const found = `webhooks to ${sent.join(", ") || "nobody"} ${occasion}`;
  const wanted = Object.entries(expected).map(([path, count]) => `${count} to ${path}`);
  const details = { found, expected: wanted.join(", ") || "none" };
  const counts = new Map<string, number>();
  for (const { path } of arrivals) counts.set(path, (counts.get(path) ?? 0) + 1);
  const isTooMany = [...counts].some(([path, count]) => count > (expected[path] ?? 0));
  // Where nothing comes, that nothing comes too much shows nothing.
  if (arrivals.length > 0) world.check("HOOK-5", !isTooMany, details);
  const isMissing = Object.entries(expected).some(([path, count]) => (counts.get(path) ?? 0) < count);
  world.check("HOOK-9", !isMissing, details);
  return arrivals;
}

/** Judges whether events in quick succession each came with the id that was announced of it, and in time; one that is missing is neither late nor another's. */
function checkEach(world: World, arrivals: readonly Arrival[], inTime: number, changes: readonly Announced[]): void {
  if (arrivals.length !== changes.length) return;
  const bodies = arrivals.map(({ body }) => fieldsOf(readForeignJson(body)));
  const [found, expected] = [bodies, changes].map((events) =>
    events.map(({ resource_id }) => String(resource_id)).toSorted(),
  );
  world.check("HOOK-3", String(found) === String(expected), {
    found: `webhooks about ${String(found)}`,
    expected: String(expected),
  });
  world.check("HOOK-4", inTime === changes.length, {
    found: `${inTime} of ${changes.length} webhooks within ${webhookDelay.latest / seconds(1)} seconds`,
    expected: "all of them",
  });
}

/** Judges whether an event is delivered in time while the delivery of another is not answered. */
async function judgeBesideSilence(world: World, receiver: Receiver): Promise<void> {
  const location = world.fixture("location_id");
  await world.control.subscribe(location, receiver.url("/hooks"), ["ClientEvent"]);
  receiver.answer("/hooks", "silent");
  await world.control.change(location, "ClientEvent", "created");
  const began = world.now();
  while (receiver.arrivals.length === 0 && world.now() < began + webhookDelay.latest + edge)
    await world.advanceTo(world.now() + seconds(1));
  if (receiver.arrivals.length === 0) throw new Untestable("the first webhook did not come");
  await world.control.change(location, "ClientEvent", "created");
  await passTime(world, webhookDelay.latest + edge, () => receiver.arrivals.length > 1);
  const inTime = receiver.arrivals.length;
  // One that is late is not missing.
  await passTime(world, minutes(1));
  const found = `${inTime} of 2 webhooks in time, ${receiver.arrivals.length} in all, while the first is not answered`;
  world.check("HOOK-9", receiver.arrivals.length >= 2, { found, expected: "each of them" });
  if (receiver.arrivals.length >= 2) world.check("HOOK-4", inTime >= 2, { found, expected: "both in time" });
}

/** Proofs of which address each event is sent to. */
export const subscriptionProofs: Proof[] = [
  receivingProof(
    "HOOK-3 HOOK-5 HOOK-9",
    "events go to the address that is subscribed to them at their Location, and to no other",
    [...recordNeeds, "fixtures.second_location_id"],
    async (world, receiver) => {
      const { control } = world;
      const [first, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
      const { application_id } = world.target.fixtures;
      const subscribe = (location: number, path: string, ...events: string[]) =>
        control.subscribe(location, receiver.url(path), events);
      const expectArrivals = (occasion: string, expected: ExpectedArrivals) =>
        checkArrivals(world, receiver, occasion, expected);

      if (application_id !== undefined) await control.sendLifecycleTo(application_id, receiver.url("/lifecycle"));
      await subscribe(first, "/first", "ClientEvent", "RecordEvent");
      await subscribe(second, "/second", "ClientEvent");
      await control.change(first, "StaffEvent", "created");
      await control.change(second, "RecordEvent", "updated");
      await control.change(first, "ClientEvent", "created");
      await expectArrivals("of a Location's subscription", { "/first": 1 });
      const announced = await control.change(second, "ClientEvent", "created");
      const [arrival] = await expectArrivals("of a second Location's subscription", { "/second": 1 });
      if (arrival) judgeWebhook(world, { event: "ClientEvent", arrival, announced, location: second });

      await subscribe(first, "/replaced", "ClientEvent", "RecordEvent");
      await control.change(first, "ClientEvent", "updated");
      await expectArrivals("after the address was replaced", { "/replaced": 1 });
      await subscribe(first, "/replaced", "RecordEvent");
      await control.change(first, "ClientEvent", "updated");
      await control.change(first, "RecordEvent", "updated");
      await expectArrivals("after the kinds of events were replaced", { "/replaced": 1 });
      await subscribe(first, "/replaced");
      await control.change(first, "ClientEvent", "updated");
      await control.change(first, "RecordEvent", "created");
      await control.change(second, "ClientEvent", "updated");
      await expectArrivals("after a Location's subscription ended", { "/second": 1 });
      await subscribe(first, "/first", "ClientEvent");
      await control.change(first, "ClientEvent", "deleted");
      await expectArrivals("after the subscription was renewed", { "/first": 1 });
      for (const location of [first, second]) await subscribe(location, "/shared", "ClientEvent");
      for (const location of [first, second]) await control.change(location, "ClientEvent", "updated");
      await expectArrivals("of two Locations with one address", { "/shared": 2 });
    },
  ),

  receivingProof(
    "HOOK-4 HOOK-9",
    "an event is delivered while another is not answered",
    recordNeeds,
    judgeBesideSilence,
  ),

  receivingProof(
    "HOOK-3 HOOK-4 HOOK-5 HOOK-9",
    "events that happen within the same second, or the next, are each delivered, in time and as their own",
    recordNeeds,
    async (world, receiver) => {
      const location = world.fixture("location_id");
      await world.control.subscribe(location, receiver.url("/hooks"), ["ClientEvent", "GoodEvent"]);
      const changes: Announced[] = [];
      const change = async (event: string, kind: string) => {
        changes.push(await world.control.change(location, event, kind));
      };
      await change("ClientEvent", "created");
      await change("ClientEvent", "created");
      await change("GoodEvent", "updated");
      await world.advanceTo(world.now() + seconds(1));
      await change("ClientEvent", "updated");
      await change("GoodEvent", "updated");
      await passTime(world, webhookDelay.latest + edge);
      const inTime = receiver.arrivals.length;
      const arrivals = await checkArrivals(world, receiver, "of five changes within two seconds", { "/hooks": 5 });
      checkEach(world, arrivals, inTime, changes);
    },
  ),
];
