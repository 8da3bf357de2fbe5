import { seconds } from "../../../base/durations.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { fixtureLink } from "../run/installing.ts";
import { readStatus } from "../run/link-status.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { requireSuccess } from "./success.ts";

/** A payment as the installation status tells of it, with the reading that shows it. */
interface ShownPayment {
  id: number;
  isRefunded: unknown;
  exchange: Exchange;
}

/** The payments that the status of the fixtures' link tells of, by id. */
async function paymentsById(world: World): Promise<Map<number, ShownPayment>> {
  const { exchange, payments } = await readStatus(world, fixtureLink(world));
  return new Map(
    payments.flatMap(({ id, is_refunded: isRefunded }) =>
      typeof id === "number" ? [[id, { id, isRefunded, exchange }] as const] : [],
    ),
  );
}

/** How long after a report the status is asked again, before it counts as what it says: nothing promises that it shows at once. */
const settling = [seconds(2), seconds(60)];

/** Reads the payments until they are as hoped for, or have had time enough; a minute, only where the clock can be moved. */
async function paymentsSoon(
  world: World,
  isSettled: (payments: Map<number, ShownPayment>) => boolean,
): Promise<Map<number, ShownPayment>> {
  let payments = await paymentsById(world);
  for (const wait of world.can("clock") ? settling : settling.slice(0, 1)) {
    if (isSettled(payments)) break;
    await world.advanceTo(world.now() + wait);
    payments = await paymentsById(world);
  }
  return payments;
}

/** Judges whether a payment reads as charged back, where the status tells of it. */
function checkRefunded(world: World, payment: ShownPayment | undefined, expected: boolean): void {
  if (!payment) return;
  world.check("MKT-12", payment.isRefunded === expected, {
    exchange: payment.exchange,
    found: `is_refunded ${JSON.stringify(payment.isRefunded)}`,
    expected: expected ? "true, since the chargeback was reported" : "false, since nobody reported a chargeback",
    pointer: "/data/payments",
  });
}

/** Proofs of what the installation status tells of payments that a partner reported. */
export const paymentProofs: Proof[] = [
  proof(
    "MKT-12 MKT-14",
    "a payment that was reported stands in the status, charged back only once that was reported",
    ["installed", "mutations", "overlay.reportPayment", "overlay.reportRefund"],
    async (world) => {
      const before = await paymentsById(world);
      for (const _ of ["charged back", "left alone"]) await requireSuccess(world, "reportPayment");
      const reported = [...(await paymentsSoon(world, ({ size }) => size > before.size))].filter(
        ([id]) => !before.has(id),
      );
      world.observe("MKT-12: payments that a partner reported stand in the status", reported.length > 0);
      const [first, second] = reported.map(([, payment]) => payment);
      world.check("MKT-14", first !== undefined, {
        found: "a status without the payments that were reported",
        expected: "the payments",
      });
      if (!first) return;
      checkRefunded(world, first, false);
      await requireSuccess(world, "reportRefund", { values: { payment_id: first.id } });
      const after = await paymentsSoon(world, (payments) => payments.get(first.id)?.isRefunded === true);
      checkRefunded(world, after.get(first.id), true);
      checkRefunded(world, second && after.get(second.id), false);
    },
  ),
];
