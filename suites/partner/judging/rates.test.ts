import { expect, test } from "vitest";
import type { PartnerRequest } from "../requests/partner-request.ts";
import type { History } from "./history-check.ts";
import { judgeRates } from "./rates.ts";

/** The requirements that requests at some moments break, where this process was kept from running for some time. */
function broken(moments: readonly number[], stall: { from: number; to: number }): string[] {
  const ids: string[] = [];
  const lostWithin = (from: number, to: number) => (stall.to > from && stall.from < to ? stall.to - stall.from : 0);
  judgeRates({
    requests: moments.map((at) => ({ at }) as PartnerRequest),
    strays: new Set(),
    context: { clock: { lostWithin }, network: { jitter: 0, isRemote: false } },
    recorder: { judged: () => undefined, finding: (id: string) => void ids.push(id) },
  } as unknown as History);
  return ids;
}

/** Eleven requests within a second. */
const burst = Array.from({ length: 11 }, (_, index) => 3_100 + 90 * index);

test("requests that were read one after the other once a stall was over show no rate", () => {
  expect(broken(burst, { from: 0, to: 3_000 })).toEqual([]);
});

test("requests long after a stall show their rate", () => {
  const later = burst.map((at) => at + 1_000);
  expect(broken(later, { from: 0, to: 3_000 })).toEqual(["RATE-12", "RATE-13"]);
});
