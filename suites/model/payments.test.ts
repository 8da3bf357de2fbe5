import { expect, test } from "vitest";
import { Payments } from "./payments.ts";

const [first, second] = [
  { location: 1, application: 7 },
  { location: 2, application: 7 },
];
const payment = (id: number) => ({ id, payment_sum: 25, is_refunded: false });
const at = (minute: number) => ({ earliest: minute * 60_000, latest: minute * 60_000 });

/** The cells that a status breaks. */
const broken = (payments: Payments, link: typeof first, shown: number[], minute: number): string[] =>
  payments
    .of(link)
    .judge(shown.map(payment), at(minute), true)
    .flatMap(({ cell, holds }) => (holds ? [] : [cell]));

test.each<[what: string, shown: number[], cells: string[]]>([
  ["it stands there", [1], []],
  ["it is gone", [], ["MKT-14"]],
  ["a newer one took its place", [2], []],
])("a payment that a status showed stands there still: %s", (_, shown, cells) => {
  const payments = new Payments(true);
  payments.of(first).learn([payment(1)]);
  expect(broken(payments, first, shown, 0)).toEqual(cells);
});

test("nothing is known of the payments of another installation", () => {
  const payments = new Payments(true);
  payments.of(first).learn([payment(1)]);
  payments.of(first).forget();
  expect(broken(payments, first, [], 0)).toEqual([]);
});

test("a payment stands in the status of the Location that it was reported for", () => {
  const payments = new Payments(true);
  for (const link of [first, second]) payments.of(link).learn([]);
  payments.of(second).report({ payment_sum: 25 }, at(0));
  expect(broken(payments, second, [], 0.5)).toEqual([]);
  expect(broken(payments, first, [], 2)).toEqual([]);
  expect(broken(payments, second, [], 2)).toEqual(["MKT-14"]);
  expect(broken(payments, second, [9], 2)).toEqual([]);
});

test("a payment of another application stands in no status but its own", () => {
  const payments = new Payments(true);
  const beside = { ...second, application: 8 };
  for (const link of [second, beside]) payments.of(link).learn([]);
  payments.of(second).report({ payment_sum: 25 }, at(0));
  payments.of(second).learn([payment(9)]);
  expect(broken(payments, beside, [10], 2)).toEqual([]);
  expect(broken(payments, beside, [9], 2)).toEqual(["MKT-14"]);
});
