import { seconds } from "../../../base/durations.ts";
import { createReceiver, type Receiver } from "../../../harness/receiver.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

/** A proof that receives webhooks; its receiver ends with it. */
export const receivingProof = (
  ids: string,
  title: string,
  needs: readonly string[],
  prove: (world: World, receiver: Receiver) => Promise<void>,
): Proof =>
  proof(ids, title, needs, async (world) => {
    const receiver = await createReceiver(() => world.now(), world.target.webhooks);
    try {
      await prove(world, receiver);
    } finally {
      await receiver.close();
    }
  });

/** Moves the clock on second by second, so that arrivals are known to the second. */
export async function passTime(world: World, milliseconds: number): Promise<void> {
  const end = world.now() + milliseconds;
  while (world.now() < end) await world.advanceTo(Math.min(end, world.now() + seconds(1)));
}
