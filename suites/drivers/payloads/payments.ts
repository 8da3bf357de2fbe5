import { days, minutes, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import type { LinkId } from "../../model/link-id.ts";
import { edge } from "../../model/time-limits.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { readBoth } from "../journeys/steps.ts";
import { ensureInstalled, fixtureLink, grant, install } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { valuesAt } from "./example-requests.ts";
import { requireSuccess } from "./success.ts";

/** The payments that the status of a link shows, by id: true if charged back. */
async function paymentsById(world: World, link = fixtureLink(world)): Promise<Map<number, unknown>> {
  const { payments } = await readStatus(world, link);
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
  link = fixtureLink(world),
): Promise<Map<number, unknown>> {
  let payments = await paymentsById(world, link);
  for (const wait of world.can("clock") ? settling : settling.slice(0, 1)) {
    if (isSettled(payments)) break;
    await world.advanceTo(world.now() + wait);
    payments = await paymentsById(world, link);
  }
  return payments;
}

/** Has another application granted at the Location of a link, and reads its status. */
async function grantAnother(world: World, link: LinkId): Promise<LinkId | undefined> {
  const { fast_application_id: application } = world.target.fixtures;
  if (application === undefined) return undefined;
  const another = { ...link, application };
  await grant(world, another);
  await readStatus(world, another);
  return another;
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

  proof(
    "a-payment-of-another-location-stands-in-its-status-and-still-once-it-is-frozen",
    ["MKT-12", "MKT-14"],
    "a payment of another Location stands in its status, and still once it is frozen",
    [...freshInstallation, "fixtures.second_location_id", "overlay.reportPayment"],
    async (world) => {
      const link = fixtureLink(world, { location: world.fixture("second_location_id") });
      const values = valuesAt(world, "reportPayment", link.location);
      if (!values) throw new Untestable("the overlay's example of reportPayment names no Location");
      await install(world, fixtureLink(world));
      await ensureInstalled(world, link);
      const beside = await grantAnother(world, link);
      const { size: before } = await paymentsById(world, link);
      await requireSuccess(world, "reportPayment", { values });
      const [id] = [...(await paymentsSoon(world, ({ size }) => size > before, link)).keys()].slice(-1);
      if (beside) await readStatus(world, beside);
      if (world.can("links")) await world.control.freeze(link.location, link.application);
      await readBoth(world, link);
      if (id === undefined || !world.operation("reportRefund").isOverlaid) return;
      await requireSuccess(world, "reportRefund", { values: { payment_id: id } });
      await paymentsSoon(world, (payments) => payments.get(id) === true, link);
    },
  ),
];
