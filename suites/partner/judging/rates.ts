import { limit } from "../../../specs/limits.ts";
import type { Stalls } from "../certifier/stalls.ts";
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

/** How unevenly requests may arrive that were sent evenly, in milliseconds. */
const jitter = 50;

/** Judges how fast the application sent its requests. */
export function judgeRates({ requests, recorder, stalls, context }: Watcher): void {
  if (requests.length > 0) recorder.judged(...rateRequirements);
  const ordered = requests.toSorted((a, b) => a.at - b.at);
  for (const { requirement, seconds, most } of windows) {
    const fullest = fullestWindow(ordered, { seconds, most, unevenness: jitter + context.network.jitter }, stalls);
    if (fullest)
      recorder.finding(requirement, {
        found: `${fullest.count} requests in ${seconds === 1 ? "a second" : `${seconds} seconds`}`,
        expected: `at most ${most}`,
        by: fullest.last,
      });
  }
}

/** The fullest of the sliding windows that hold too much; where this process was late, more may have arrived together than were sent together. */
function fullestWindow(
  ordered: readonly PartnerRequest[],
  { seconds, most, unevenness }: { seconds: number; most: number; unevenness: number },
  stalls: Pick<Stalls, "within">,
): { last: PartnerRequest; count: number } | undefined {
  let first = 0;
  let fullest: { last: PartnerRequest; count: number } | undefined;
  for (const [index, last] of ordered.entries()) {
    const begin = last.at - seconds * 1000 + Math.min(unevenness, seconds * 500);
    while ((ordered[first]?.at ?? 0) <= begin) first++;
    const count = index - first + 1;
    if (count <= most || count <= (fullest?.count ?? 0)) continue;
    const lost = stalls.within(begin, last.at) / 1000;
    if (count > (most * (seconds + lost)) / seconds) fullest = { last, count };
  }
  return fullest;
}
