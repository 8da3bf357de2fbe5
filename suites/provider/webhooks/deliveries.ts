import { setTimeout as sleep } from "node:timers/promises";
import { hours, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { spell } from "../../../specs/limits.ts";
import type { Proof } from "../run/proof.ts";
import { edge, webhookDelay, webhookTimeout } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";
import { awaitWebhook, changeClient, recordNeeds, subscribe } from "./provoke.ts";
import { passTime, receivingProof } from "./receiving.ts";

const needsDeliveries = [...recordNeeds, "control.deliveries"];

/** Statuses of a receiver, and what a delivery that is answered with them has become. */
const outcomes = { 200: "delivered", 202: "delivered", 204: "delivered", 302: "failed", 410: "failed", 500: "failed" };

/** How long an answer may take to reach the target in real time, whatever its clock says, in milliseconds. */
const realTime = 150;

const lastOutcome = async (world: World): Promise<string | undefined> =>
  (await world.control.deliveries()).at(-1)?.outcome;

/** Lets so much time pass that a retry, if there is one, must have come. */
async function awaitRetry(world: World): Promise<void> {
  await passTime(world, 2 * webhookDelay.latest);
  await world.advanceTo(world.now() + hours(1));
}

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
  await sleep(realTime);
  return lastOutcome(world);
}

/** Proofs of what counts as delivered, and that nothing is retried. */
export const deliveryProofs: Proof[] = [
  receivingProof(
    "HOOK-7 HOOK-9",
    "a delivery that is answered with an error is not retried",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver, ["ClientEvent"]);
      for (const status of [500, 404, 302]) {
        receiver.arrivals.length = 0;
        receiver.answer("/hooks", status);
        await changeClient(world, "created");
        await awaitRetry(world);
        const { length } = receiver.arrivals;
        if (length > 0)
          world.check("HOOK-7", length === 1, { found: `${length} deliveries after a ${status}`, expected: "one" });
      }
      receiver.arrivals.length = 0;
      receiver.answer("/hooks", 200);
      await changeClient(world, "updated");
      await awaitWebhook(world);
      world.check("HOOK-9", receiver.arrivals.length > 0, {
        found: "no webhook after deliveries that failed",
        expected: "one",
      });
    },
  ),

  receivingProof(
    "HOOK-7",
    "a delivery is delivered by a 2xx, and has failed with anything else",
    needsDeliveries,
    async (world, receiver) => {
      await subscribe(world, receiver, ["ClientEvent"]);
      for (const [status, expected] of Object.entries(outcomes)) {
        receiver.answer("/hooks", Number(status));
        await changeClient(world, "updated");
        await awaitWebhook(world);
        const outcome = await lastOutcome(world);
        world.check("HOOK-7", outcome === expected, {
          found: `a delivery that is ${outcome} after a ${status}`,
          expected,
        });
      }
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
      await awaitRetry(world);
      world.check("HOOK-8", receiver.arrivals.length === 1, {
        found: `${receiver.arrivals.length} deliveries`,
        expected: "one, since none is retried",
      });
    },
  ),
];
