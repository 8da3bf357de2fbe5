import { expect, test } from "vitest";
import type { PartnerRequest } from "../requests/partner-request.ts";
import type { History } from "./history-check.ts";
import { judgeRates } from "./rates.ts";

/** The requirements that requests at some moments break, none of which was sent before another. */
function broken(moments: readonly number[], earliestOf: (at: number) => number): string[] {
  const ids: string[] = [];
  judgeRates({
    requests: moments.map((at) => ({ at, earliest: earliestOf(at) }) as PartnerRequest),
    strays: new Set(),
    context: { network: { jitter: 0, isRemote: false } },
    recorder: { judged: () => undefined, finding: (id: string) => void ids.push(id) },
  } as unknown as History);
  return ids;
}

/** Eleven requests within a second. */
const burst = Array.from({ length: 11 }, (_, index) => 3_100 + 90 * index);

test("requests that were read one after the other once a stall was over show no rate", () => {
  expect(broken(burst, () => 0)).toEqual([]);
});

test("requests long after a stall show their rate", () => {
  const later = burst.map((at) => at + 1_000);
  expect(broken(later, (at) => at)).toEqual(["RATE-12", "RATE-13"]);
});

test("seven at once show their rate though they were read one after the other, and the process was busy", () => {
  const oneAfterTheOther = Array.from({ length: 7 }, (_, index) => 3_000 + 110 * index);
  expect(broken(oneAfterTheOther, () => 2_900)).toEqual(["RATE-13"]);
});
