import { fieldsOf, parseJson } from "../../../base/json.ts";
import { counted } from "../../../base/wording.ts";
import { confirm, fixtureLink, grant } from "../run/installing.ts";
import { installing } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { goodsEvent, goodsOperations, recordEvents } from "./events.ts";
import { awaitWebhook, provoke, recordNeeds, subscribe } from "./provoke.ts";
import { receivingProof } from "./receiving.ts";

/** Proofs of which changes send webhooks, and what those carry. */
export const recordProofs: Proof[] = [
  receivingProof(
    "HOOK-1 HOOK-2 HOOK-3 HOOK-4 HOOK-6 HOOK-9 HOOK-10 HOOK-23",
    "each change of each record sends its event",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, [...recordEvents.keys(), goodsEvent]);
      for (const [event, changes] of recordEvents)
        for (const change of changes) await provoke(world, receiver, event, change);
    },
  ),

  receivingProof(
    "HOOK-11 HOOK-24 HOOK-3 HOOK-6",
    "each goods operation sends its event",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, [goodsEvent]);
      for (const resource of goodsOperations) await provoke(world, receiver, goodsEvent, "created", resource);
    },
  ),

  receivingProof(
    "HOOK-9",
    "webhooks come before and after the confirmation",
    [...recordNeeds, ...installing],
    async (world, receiver) => {
      const link = fixtureLink(world);
      await subscribe(world, receiver, ["ClientEvent"]);
      world.requireStatus(await grant(world, link), 201);
      await provoke(world, receiver, "ClientEvent", "created");
      world.requireStatus(await confirm(world, link), 201);
      await provoke(world, receiver, "ClientEvent", "updated");
    },
  ),

  receivingProof(
    "HOOK-5",
    "only what was subscribed to is sent",
    [...recordNeeds, "fixtures.second_location_id"],
    async (world, receiver) => {
      const { control } = world;
      const [location, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
      await control.subscribe(location, receiver.url("/first"), ["ClientEvent", "RecordEvent"]);
      await control.subscribe(second, receiver.url("/second"), ["ClientEvent"]);
      await control.change(location, "StaffEvent", "created");
      await control.change(second, "RecordEvent", "updated");
      await control.change(location, "ClientEvent", "created");
      await awaitWebhook(world);
      const sent = receiver.arrivals.map(({ path, body }) => `${path} ${String(fieldsOf(parseJson(body)).resource)}`);
      world.check("HOOK-5", receiver.arrivals.length === 1 && receiver.arrivals[0]?.path === "/first", {
        found: `webhooks to ${sent.join(", ") || "nobody"}`,
        expected: "one ClientEvent to the Location's own subscriber",
      });
      for (const [events, occasion] of [
        [["RecordEvent"], "of a subscription that was replaced"],
        [[], "after the subscription ended"],
      ] as [string[], string][]) {
        receiver.arrivals.length = 0;
        await control.subscribe(location, receiver.url("/first"), events);
        await control.change(location, "ClientEvent", "updated");
        await awaitWebhook(world);
        world.check("HOOK-5", receiver.arrivals.length === 0, {
          found: `${counted(receiver.arrivals.length, "webhook")} ${occasion}`,
          expected: "none",
        });
      }
    },
  ),
];
