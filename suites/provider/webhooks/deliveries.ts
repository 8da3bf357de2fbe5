import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { spell } from "../../../specs/limits.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import type { Proof } from "../run/proof.ts";
import { awaitRetries, receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { AnsweredEvents } from "./answered-events.ts";
import { awaitWebhook, changeClient, recordNeeds, subscribe } from "./provoke.ts";

const needsDeliveries = [...recordNeeds, "control.deliveries"];

/** How long an answer may take to reach the target in real time, whatever its clock says, in milliseconds. */
const realTime = 150;

/** How long to wait before asking again whether it did, in milliseconds. */
const pause = 15;

/** What becomes of a delivery that is answered only so long after it arrived. */
async function outcomeAfter(world: World, receiver: Receiver, silence: number): Promise<string | undefined> {
  receiver.arrivals.length = 0;
  receiver.answer("/hooks", "silent");
  await changeClient(world, "created");
  const latest = world.now() + webhookDelay.latest + edge;
  while (receiver.arrivals.length === 0 && world.now() < latest) await world.advanceTo(world.now() + seconds(1));
  if (receiver.arrivals.length === 0) throw new Untestable("no webhook came that could be left unanswered");
  await world.advanceTo(world.now() + silence);
  receiver.release(200);
  const outcome = async () => (await world.control.deliveries()).at(-1)?.outcome;
  if (silence > webhookTimeout) {
    // An answer that came too late is to change nothing.
    await sleep(realTime);
    return outcome();
  }
  for (const end = performance.now() + realTime; performance.now() < end; await sleep(pause))
    if ((await outcome()) !== "pending") break;
  return outcome();
}

/** Proofs of what counts as delivered, and that nothing is retried. */
export const deliveryProofs: Proof[] = [
  receivingProof(
    "HOOK-6 HOOK-7 HOOK-8 HOOK-9",
    "a delivery is delivered by a 2xx and failed by all else, and never comes again",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, ["ClientEvent"]);
      const events = new AnsweredEvents(world, receiver);
      await events.sendEach();
      await awaitRetries(world);
      events.checkNoneRepeated();
      receiver.arrivals.length = 0;
      await changeClient(world, "updated");
      await awaitWebhook(world);
      world.check("HOOK-9", receiver.arrivals.length > 0, {
        found: "no webhook after deliveries that failed",
        expected: "one",
      });
    },
  ),

  receivingProof(
    "HOOK-8",
    spell("a receiver has {webhook_timeout} to answer, and no second chance"),
    needsDeliveries,
    async (world, receiver) => {
      await subscribe(world, receiver, ["ClientEvent"]);
      const inTime = await outcomeAfter(world, receiver, webhookTimeout - edge);
      world.check("HOOK-8", inTime === "delivered", {
        found: `a delivery that is ${inTime} when it is answered a second before the time-out`,
        expected: "delivered",
      });
      const tooLate = await outcomeAfter(world, receiver, webhookTimeout + edge);
      world.check("HOOK-8", tooLate === "failed", {
        found: `a delivery that is ${tooLate} a second after the time-out`,
        expected: "failed",
      });
    },
  ),
];
