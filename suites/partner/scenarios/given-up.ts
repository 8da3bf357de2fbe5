import type { PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";

/** The number of pages that an application has read on by which it has not just ended what was under way. */
const goesOnWith = 2;

/**
 * True if a page of a list was refused and an application read neither that page nor several others after it: whether it tries again is open. What was sent beside
 * the refused one was under way already.
 */
export function hasGivenUp(reads: readonly PartnerRequest[], pageOf: (read: PartnerRequest) => unknown): boolean {
  const last = reads.findLastIndex(({ status }) => status !== 200);
  const refused = reads[last];
  if (!refused) return false;
  const before = new Set(reads.slice(0, last).map(pageOf));
  const later = reads.slice(last + 1).filter(({ at }) => at - refused.at > milliseconds(times.underWay));
  const isReadAgain = later.some((read) => pageOf(read) === pageOf(refused));
  return !isReadAgain && later.filter((read) => !before.has(pageOf(read))).length < goesOnWith;
}
