import { goodsEvent, goodsOperations, recordEvents } from "../../../specs/webhook-events.ts";
import { confirm, fixtureLink, grant } from "../run/installing.ts";
import { installing } from "../run/needs.ts";
import { oneWhenQuick } from "../run/one-when-quick.ts";
import type { Proof } from "../run/proof.ts";
import { receivingProof } from "../run/receiving.ts";
import { provoke, recordNeeds, subscribe } from "./provoke.ts";

/** Proofs of which changes send webhooks, and what those carry. */
export const recordProofs: Proof[] = [
  receivingProof(
    "HOOK-1 HOOK-2 HOOK-3 HOOK-4 HOOK-6 HOOK-9 HOOK-10 HOOK-12 HOOK-23 HOOK-26",
    "each change of each record sends its event",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, [...recordEvents.keys(), goodsEvent]);
      for (const [index, [event, changes]] of [...recordEvents].entries())
        for (const change of oneWhenQuick(world, changes, index)) await provoke(world, receiver, event, change);
    },
  ),

  receivingProof(
    "HOOK-11 HOOK-12 HOOK-24 HOOK-26 HOOK-3 HOOK-6",
    "each goods operation sends its event",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, [goodsEvent]);
      for (const resource of oneWhenQuick(world, goodsOperations))
        await provoke(world, receiver, goodsEvent, "created", resource);
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
];
