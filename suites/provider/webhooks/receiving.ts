import { createReceiver, type Receiver } from "../../../harness/receiver.ts";
import { limit } from "../../../specs/limits.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

/** How many milliseconds a webhook may take, how long its receiver has, and how near an edge in time nothing is judged. */
export const [earliest, latest, timeout, lifecycle, edge] = [
  "webhook_delay.earliest",
  "webhook_delay.latest",
  "webhook_timeout",
  "lifecycle_delivery",
  "edge",
].map((name) => limit(name) * 1000) as [number, number, number, number, number];

/** The events that tell of any change of a record. */
export const records = [
  "SalonEvent",
  "StaffEvent",
  "ServiceEvent",
  "ServiceCategoryEvent",
  "ClientEvent",
  "RecordEvent",
  "LoyaltyCardEvent",
  "ScheduleEvent",
  "GoodEvent",
  "FinancesOperationEvent",
];

/** Lets a proof receive webhooks, and ends the receiver with it. */
export const receiving = (
  ids: string,
  title: string,
  needs: readonly string[],
  act: (world: World, receiver: Receiver) => Promise<void>,
): Proof =>
  proof(ids, title, needs, async (world) => {
    const receiver = await createReceiver(() => world.now(), world.target.webhooks);
    try {
      await act(world, receiver);
    } finally {
      await receiver.close();
    }
  });

/** Moves the clock on second by second, so that arrivals are known to the second. */
export async function pass(world: World, milliseconds: number): Promise<void> {
  const end = world.now() + milliseconds;
  while (world.now() < end) await world.advanceTo(Math.min(end, world.now() + 1000));
}
