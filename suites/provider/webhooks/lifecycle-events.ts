import { Untestable } from "../../../base/errors.ts";
import { recordEvents } from "../../../specs/webhook-events.ts";
import { webhookDelay } from "../../model/time-limits.ts";
import { fixtureLink, install, uninstall } from "../run/installing.ts";
import {
  awaitLifecycleEvent,
  checkLifecycleEvent,
  checkNoLifecycleEvent,
  lifecycleNeeds,
  lifecyclePath,
  recordsPath,
  sendLifecycleTo,
  withoutRecords,
} from "../run/lifecycle.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { passTime, receivingProof } from "../run/receiving.ts";

const needs = [...freshInstallation, ...lifecycleNeeds];

/** Proofs of the two lifecycle events: what each state of a link sends is proved with the rest of its effects. */
export const lifecycleProofs: Proof[] = [
  receivingProof(
    "LIFE-1 LIFE-3 LIFE-8",
    "a freeze sends one event to the lifecycle address alone",
    needs,
    async (world, receiver) => {
      const link = fixtureLink(world);
      await sendLifecycleTo(world, receiver);
      await world.control.subscribe(link.location, receiver.url(recordsPath), [...recordEvents.keys()]);
      await install(world, link);
      await passTime(world, 2 * webhookDelay.latest);
      checkNoLifecycleEvent(world, receiver.arrivals, "installing");
      receiver.arrivals.length = 0;
      await world.control.freeze(link.location, link.application);
      await awaitLifecycleEvent(world);
      const sent = receiver.arrivals.filter(({ path }) => path === lifecyclePath);
      checkLifecycleEvent(world, sent, "freeze", "an active link");
      const elsewhere = withoutRecords(receiver.arrivals).filter(({ path }) => path !== lifecyclePath);
      if (sent.length === 0) throw new Untestable("no lifecycle event came");
      world.check("LIFE-3", elsewhere.length === 0, {
        found: "an event at the address of the subscription",
        expected: "the lifecycle address alone",
      });
      receiver.arrivals.length = 0;
      await uninstall(world, link);
      await awaitLifecycleEvent(world);
      const after = receiver.arrivals.filter(({ path }) => path === lifecyclePath);
      world.observe("LIFE-10: events after the partner's own uninstalling", after.length);
    },
  ),
];
