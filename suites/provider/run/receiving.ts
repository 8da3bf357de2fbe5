import { days, hours, minutes, seconds } from "../../../base/durations.ts";
import { createReceiver, type Receiver, type ReceiverOptions } from "../../../harness/receiver.ts";
import { webhookDelay } from "../../model/time-limits.ts";
import { type Proof, proof } from "./proof.ts";
import type { World } from "./world.ts";

/** A proof that receives webhooks; its receiver ends with it. */
export const receivingProof = (
  ids: string,
  title: string,
  needs: readonly string[],
  prove: (world: World, receiver: Receiver) => Promise<void>,
): Proof =>
  proof(ids, title, needs, async (world) => {
    const receiver = await createReceiver(() => world.now(), world.target.webhooks, receiverOptions(world));
    try {
      await prove(world, receiver);
    } finally {
      await receiver.close();
    }
  });

/** A receiver whose arrivals stand in the journal. */
export const receiverOptions = ({ run }: World): ReceiverOptions => ({
  bounds: run.session.bounds,
  onArrival: (arrival) => run.recordArrival(arrival),
  onFlood: (what) => run.tellTrouble(what),
});

/** Moves the clock on second by second, so that arrivals are known to the second; once enough has arrived, the rest of the time passes at once. */
export async function passTime(world: World, milliseconds: number, isEnough = () => false): Promise<void> {
  const end = world.now() + milliseconds;
  while (world.now() < end) await world.advanceTo(isEnough() ? end : Math.min(end, world.now() + seconds(1)));
}

/** When a delivery might be tried again: common schedules begin after a minute and give up within days. */
const retryMoments = [minutes(1), minutes(5), hours(1), hours(5), days(1), days(3)];

/** Lets so much time pass that a retry, if there is one, has come. */
export async function awaitRetries(world: World): Promise<void> {
  const start = world.now();
  await passTime(world, 2 * webhookDelay.latest);
  for (const moment of retryMoments) await world.advanceTo(start + moment + minutes(1));
}
