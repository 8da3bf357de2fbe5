import { isDeepStrictEqual } from "node:util";
import { minutes, seconds } from "../../base/durations.ts";
import type { Clause } from "./clause.ts";
import { otherValues } from "./examples.ts";
import type { Moment } from "./link.ts";
import { type LinkId, linkKey } from "./link-id.ts";

type Payment = Readonly<Record<string, unknown>>;

const pointer = "/data/payments";

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** True if a payment shows a value that was reported; how a date is written is open. */
const isSame = (name: string, sent: unknown, shown: unknown): boolean => {
  if (name === "payment_sum") return Number(sent) === Number(shown);
  return (
    !["payment_date", "period_from", "period_to"].includes(name) || !isDay(sent) || !isDay(shown) || sent === shown
  );
};

/** Chargebacks, which name a payment and no link. */
interface Chargebacks {
  /** When that of each payment was accepted. */
  accepted: Map<string, number>;
  /** The payments that someone without authority tried to charge back. */
  meddled: Set<string>;
}

/** The payments of each link, and their chargebacks. */
export class Payments {
  readonly #patience: number;
  readonly #links = new Map<string, LinkPayments>();
  readonly #chargebacks: Chargebacks = { accepted: new Map(), meddled: new Set() };

  constructor(canMoveClock: boolean) {
    this.#patience = canMoveClock ? minutes(1) : seconds(2);
  }

  of(link: LinkId): LinkPayments {
    const known =
      this.#links.get(linkKey(link)) ??
      new LinkPayments(link, this.#patience, this.#chargebacks, (payment) =>
        this.#isOfAnother(link.application, payment),
      );
    this.#links.set(linkKey(link), known);
    return known;
  }

  /** True if the status of another application shows the very payment. */
  #isOfAnother(application: number, payment: Payment): boolean {
    return [...this.#links.values()].some(
      (link) => link.application !== application && isDeepStrictEqual(link.shownAs(payment.id), payment),
    );
  }

  /** True if a status shows a payment that was not charged back. */
  isCharged(id: unknown): boolean {
    return [...this.#links.values()].some((link) => link.shows(id)) && !this.#chargebacks.accepted.has(String(id));
  }

  refund(id: unknown, { latest: at }: Moment): void {
    this.#chargebacks.accepted.set(String(id), at);
  }

  /** Notes a chargeback by someone without authority. */
  meddle(id: unknown): void {
    this.#chargebacks.meddled.add(String(id));
  }
}

/** The payments of a link: what was reported, and what the status says of it. */
class LinkPayments {
  readonly application: number;
  /** The time that a report may take to show: nothing promises that it shows at once. */
  readonly #patience: number;
  readonly #chargebacks: Chargebacks;
  readonly #isOfAnother: (payment: Payment) => boolean;
  /** The last status of each payment. */
  #shown: Map<unknown, Payment> | undefined;
  /** Reports since, and when each was accepted. */
  #reported: { values: Payment; at: number }[] = [];
  /** True if someone without authority tried to report a payment since. */
  #isMeddled = false;

  constructor(
    { application }: LinkId,
    patience: number,
    chargebacks: Chargebacks,
    isOfAnother: (payment: Payment) => boolean,
  ) {
    this.application = application;
    this.#patience = patience;
    this.#chargebacks = chargebacks;
    this.#isOfAnother = isOfAnother;
  }

  shows(id: unknown): boolean {
    return [...(this.#shown ?? [])].some(([known]) => String(known) === String(id));
  }

  /** A payment as the last status showed it. */
  shownAs(id: unknown): Payment | undefined {
    return this.#shown?.get(id);
  }

  report(values: Payment, { latest: at }: Moment): void {
    this.#reported.push({ values, at });
  }

  /** Notes a report by someone without authority. */
  meddle(): void {
    this.#isMeddled = true;
  }

  judge(payments: readonly Payment[], now: Moment, isOurs: boolean): Clause[] {
    const fresh = payments.filter(({ id }) => this.#shown && !this.#shown.has(id));
    return [
      ...this.#reportClauses(fresh, now, isOurs),
      ...(isOurs && fresh.length === 0 ? this.#lastingClauses(payments) : []),
      ...payments.flatMap((payment) => this.#refundClauses(payment, now)),
    ];
  }

  /** Payments stand in the status a while after they were reported, with the values that were; others do not. */
  #reportClauses(fresh: readonly Payment[], { earliest }: Moment, isOurs: boolean): Clause[] {
    const [first, ...others] = this.#reported;
    if (!first) {
      const foreign = isOurs ? fresh.filter(this.#isOfAnother) : [];
      const alone = "the payments of its own application";
      if (foreign.length > 0)
        return [{ cell: "MKT-14", holds: false, found: "a payment of another application", expected: alone, pointer }];
      if (!this.#isMeddled) return [];
      const expected = "nothing that a refused call did";
      const provided = "served reportPayment";
      return [{ cell: "MKT-13", holds: fresh.length === 0, found: "a payment", expected, pointer, provided }];
    }
    const stands: Clause = {
      cell: "MKT-14",
      holds: fresh.length > 0,
      found: "a status without the payments that were reported",
      expected: "the payments",
      pointer,
    };
    const isDue = stands.holds || earliest - first.at >= this.#patience;
    // Which report a payment shows is not known where they differ, or where others report too.
    const areAlike = isOurs && others.every(({ values }) => isDeepStrictEqual(values, first.values));
    const wrong = areAlike ? fresh.flatMap((payment) => otherValues(first.values, payment, isSame)) : [];
    return [
      ...(isDue ? [stands] : []),
      ...wrong.map(
        (name): Clause => ({
          cell: "STAT-4",
          holds: false,
          found: `a payment with another ${name} than was reported`,
          expected: JSON.stringify(first.values[name]),
          pointer,
        }),
      ),
    ];
  }

  /** A payment that stood there does so still, unless a newer one took its place: how many payments are shown is not said. */
  #lastingClauses(payments: readonly Payment[]): Clause[] {
    const shown = [...(this.#shown?.keys() ?? [])].filter((id) => !this.#chargebacks.accepted.has(String(id)));
    const lost = shown.filter((id) => payments.every((payment) => payment.id !== id));
    if (lost.length === 0) return [];
    const found = `a status without the payment ${lost.map(String).join(", ")}`;
    return [{ cell: "MKT-14", holds: false, found, expected: "the payment, which stood there before", pointer }];
  }

  /** A payment reads as charged back a while after that was reported, and not before. */
  #refundClauses({ id, is_refunded }: Payment, { earliest }: Moment): Clause[] {
    const at = this.#chargebacks.accepted.get(String(id));
    const wasCharged = this.#shown?.get(id)?.is_refunded === false;
    const isNew = this.#shown && !this.#shown.has(id) && this.#reported.length > 0;
    const found = `is_refunded ${JSON.stringify(is_refunded)}`;
    if (at !== undefined) {
      const wasRefunded = this.#shown?.get(id)?.is_refunded === true;
      if (is_refunded !== true && !wasRefunded && earliest - at < this.#patience) return [];
      const expected = "true, since the chargeback was reported";
      return [{ cell: "MKT-12", holds: is_refunded === true, found, expected, pointer }];
    }
    if (!wasCharged && !isNew) return [];
    const clause = {
      holds: is_refunded === false,
      found,
      expected: "false, since no chargeback was reported",
      pointer,
    };
    const meddled: Clause = { ...clause, cell: "MKT-13", provided: "served reportRefund" };
    return [{ ...clause, cell: "MKT-12" }, ...(this.#chargebacks.meddled.has(String(id)) ? [meddled] : [])];
  }

  /** Forgets what the status said: a payment may have been reported. */
  forget(): void {
    this.#shown = undefined;
    this.#reported = [];
  }

  /** Notes what the status says. */
  learn(payments: readonly Payment[]): void {
    const fresh = payments.some(({ id }) => this.#shown && !this.#shown.has(id));
    if (fresh) this.#reported = [];
    this.#isMeddled = false;
    this.#shown = new Map(payments.map((payment) => [payment.id, payment]));
  }
}
