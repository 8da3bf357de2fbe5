import { unnoticedStall } from "../../../harness/time/stalls.ts";
import { limit } from "../../../specs/limits.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { againIfLittle, type History } from "./history-check.ts";

const rateFault = limit("rate_fault_per_second");

/** The number of requests that may come within so many seconds, and how many more where the way from another machine may hold one up until the next has come. */
const windows = [
  { requirement: "RATE-12", seconds: 1, most: rateFault },
  { requirement: "RATE-12", seconds: 5, most: limit("rate_fault_per_five_seconds") },
  { requirement: "RATE-12", seconds: 60, most: limit("rate_fault_per_minute") },
  { requirement: "RATE-13", seconds: 1, most: limit("rate_per_second"), heldUp: 1 },
  { requirement: "RATE-13", seconds: 60, most: limit("rate_per_minute") },
];

/** The requirements that limit the rate. */
export const rateRequirements = [...new Set(windows.map(({ requirement }) => requirement))];

/** Judges how fast the application sent its requests, whichever Locations they are about. */
export function judgeRates({ requests, strays, recorder, context }: History): void {
  const ordered = [...requests, ...strays].toSorted((a, b) => a.at - b.at);
  if (ordered.length > 0) recorder.judged(...rateRequirements);
  const unevenness = unnoticedStall + context.network.jitter;
  for (const { requirement, seconds, most: promised, heldUp = 0 } of windows) {
    const isShort = seconds === 1;
    const length = seconds * 1000 - Math.min(unevenness, seconds * 500);
    const most = promised + (context.network.isRemote ? heldUp : 0);
    const fullest = fullestWindow(ordered, { length, most });
    if (fullest)
      recorder.finding(requirement, {
        found: `${fullest.count} requests in ${isShort ? "a second" : `${seconds} seconds`}`,
        expected: `at most ${promised}`,
        by: fullest.last,
        // An application that was kept from running sends at once what it had spread over a second; what lasts longer, only a network brings together.
        again:
          isShort || context.network.isRemote
            ? againIfLittle(fullest.count, isShort ? rateFault : promised)
            : undefined,
      });
  }
}

/** The fullest of the sliding windows of so many milliseconds in which too many requests were sent, however late this process read them. */
function fullestWindow(
  ordered: readonly PartnerRequest[],
  { length, most }: { length: number; most: number },
): { last: PartnerRequest; count: number } | undefined {
  let first = 0;
  let fullest: { last: PartnerRequest; count: number } | undefined;
  for (const [index, last] of ordered.entries()) {
    const begin = last.at - length;
    while ((ordered[first]?.at ?? 0) <= begin) first++;
    const exceeded = fullest?.count ?? most;
    if (index - first + 1 <= exceeded) continue;
    const count = ordered.slice(first, index + 1).filter(({ earliest }) => earliest > begin).length;
    if (count > exceeded) fullest = { last, count };
  }
  return fullest;
}
