import { type Stalls, unnoticedStall } from "../../../harness/stalls.ts";
import { limit } from "../../../specs/limits.ts";
import type { Watcher } from "../certifier/watcher.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

/** How many requests may come within so many seconds. */
const windows = [
  { requirement: "RATE-12", seconds: 1, most: limit("rate_fault_per_second") },
  { requirement: "RATE-12", seconds: 5, most: limit("rate_fault_per_five_seconds") },
  { requirement: "RATE-12", seconds: 60, most: limit("rate_fault_per_minute") },
  { requirement: "RATE-13", seconds: 1, most: limit("rate_per_second") },
  { requirement: "RATE-13", seconds: 60, most: limit("rate_per_minute") },
];

/** The requirements that limit the rate. */
export const rateRequirements = [...new Set(windows.map(({ requirement }) => requirement))];

/** Judges how fast the application sent its requests. */
export function judgeRates({ requests, recorder, stalls, context }: Watcher): void {
  if (requests.length > 0) recorder.judged(...rateRequirements);
  const ordered = requests.toSorted((a, b) => a.at - b.at);
  const unevenness = unnoticedStall + context.network.jitter;
  for (const { requirement, seconds, most } of windows) {
    const fullest = fullestWindow(ordered, seconds * 1000 - Math.min(unevenness, seconds * 500), stalls);
    if (fullest && fullest.count > most)
      recorder.finding(requirement, {
        found: `${fullest.count} requests in ${seconds === 1 ? "a second" : `${seconds} seconds`}`,
        expected: `at most ${most}`,
        by: fullest.last,
      });
  }
}

/** The fullest window of so many milliseconds that ends with a request; what this process saw late may have been sent before the window began. */
function fullestWindow(
  ordered: readonly PartnerRequest[],
  length: number,
  stalls: Pick<Stalls, "earliest">,
): { last: PartnerRequest; count: number } | undefined {
  const sent = ordered.map(({ at }) => stalls.earliest(at));
  let first = 0;
  let fullest: { last: PartnerRequest; count: number } | undefined;
  for (const [index, last] of ordered.entries()) {
    while (first <= index && (sent[first] ?? 0) <= last.at - length) first++;
    const count = index - first + 1;
    if (count > (fullest?.count ?? 0)) fullest = { last, count };
  }
  return fullest;
}
