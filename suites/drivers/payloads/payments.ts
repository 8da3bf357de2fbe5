import { days, minutes, seconds } from "../../../base/durations.ts";
import { edge } from "../../model/time-limits.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { readBoth } from "../journeys/steps.ts";
import { fixtureLink } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { requireSuccess } from "./success.ts";

/** The payments that the status of the fixtures' link shows, by id: true if charged back. */
async function paymentsById(world: World): Promise<Map<number, unknown>> {
  const { payments } = await readStatus(world, fixtureLink(world));
  return new Map(
    payments.flatMap(({ id, is_refunded }) => (typeof id === "number" ? [[id, is_refunded] as const] : [])),
  );
}

/** The time after a report until the status is asked again, before it counts as what it says: nothing promises that it shows at once. */
const settling = [seconds(2), seconds(60)];

/** Reads the payments until they are as hoped for, or have had time enough; a minute, only where the clock can be moved. */
async function paymentsSoon(
  world: World,
  isSettled: (payments: Map<number, unknown>) => boolean,
): Promise<Map<number, unknown>> {
  let payments = await paymentsById(world);
  for (const wait of world.can("clock") ? settling : settling.slice(0, 1)) {
    if (isSettled(payments)) break;
    await world.advanceTo(world.now() + wait);
    payments = await paymentsById(world);
  }
  return payments;
}

/** Proofs of what the installation status shows of payments that a partner reported. */
export const paymentProofs: Proof[] = [
  proof(
    "a-payment-that-was-reported-stands-in-the-status-charged-back-only-once-that-was-reported",
    ["MKT-12", "MKT-14"],
    "a payment that was reported stands in the status, charged back only once that was reported",
    ["installed", "mutations", "overlay.reportPayment", "overlay.reportRefund"],
    async (world) => {
      const before = await paymentsById(world);
      for (const _ of ["charged back", "left alone"]) await requireSuccess(world, "reportPayment");
      const reported = [...(await paymentsSoon(world, ({ size }) => size > before.size))].filter(
        ([id]) => !before.has(id),
      );
      world.observe("MKT-12: payments that a partner reported stand in the status", reported.length > 0);
      const [id] = reported.map(([known]) => known).slice(-1);
      if (id === undefined) return;
      await requireSuccess(world, "reportRefund", { values: { payment_id: id } });
      await paymentsSoon(world, (payments) => payments.get(id) === true);
      await requireSuccess(world, "reportPayment");
      // Where the clock can be moved, until a subscription of a month has ended.
      for (const wait of world.can("clock") ? [minutes(1), days(31)] : []) {
        await world.advanceTo(world.now() + wait + edge);
        await readBoth(world, fixtureLink(world));
      }
    },
  ),
];
