import type { Certifier } from "../certifier/certifier.ts";
import type { Reading, ReadingOptions } from "../certifier/reading.ts";
import { isRefusedForCursor } from "../requests/given-cursors.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { bringsOpaqueCursor } from "./opaque-cursor.ts";
import { longList, longLists, noShorter, pace } from "./page-counts.ts";
import { askForResources, coveredBy, fillPages, isResourcesRead, pageSizeOf } from "./resource-reads.ts";

/** The extent of a walk through a list. */
export interface ListWalk {
  location: number;
  count: number;
}

/** Has the application read a list of so many pages and some items more, and judges whether it read all of it. */
export async function walk(certifier: Certifier, location: number, pages?: number, more?: number): Promise<void> {
  const count = await fillPages(certifier, location, pages, more);
  judgeWalk(certifier, { location, count }, await askForAll(certifier, { location, count }));
}

/** Asks for a list of known length. */
export const askForAll = (
  certifier: Certifier,
  { location, count }: ListWalk,
  options: ReadingOptions = {},
): Promise<Reading> =>
  askForResources(certifier, location, {
    ...options,
    isDone: (reads) => coveredBy(reads).items >= Math.max(count, 1),
  });

/** Of how many reads the pace is taken. */
const shownReads = 12;

/** The number of pages that a list has that is longer than caps, by how fast the application has read so far. */
export function longListFor(certifier: Certifier): number {
  const reads = certifier.requests.filter(isResourcesRead);
  const perSecond = pace(reads.slice(-shownReads));
  const { max_s: seconds } = certifier.profile.patience;
  return noShorter(
    certifier,
    "resources",
    longList(longLists.resources, pageSizeOf(reads.at(-1)), { perSecond, seconds }),
  );
}

/** Judges whether a list was read to its end; the cursors that came back are judged with everything else that was sent. */
export function judgeWalk(certifier: Certifier, { location, count }: ListWalk, reading: Reading): void {
  const { recorder } = certifier;
  const { requests: reads, endless } = reading;
  if (reads.length === 0) return;
  recorder.judged("RES-14", "CUR-8");
  certifier.prompter.judgeAnswer("resources", location, "RES-14");
  // A walk whose cursor is refused need not go on.
  const isCutOff = (read: PartnerRequest) => isRefusedForCursor(read) && !bringsOpaqueCursor(read);
  if (endless)
    recorder.finding("RES-14", {
      found: `the same page again and again (${coveredBy(reads).items} of ${count} resources read), and no end`,
      expected: "each page once, until has_more is false",
      by: endless,
    });
  else if (!reads.some(isCutOff)) judgeCoverage(certifier, { location, count }, reading);
}

/** Judges whether a list was read to its end, or a part of what was read; who is slow is still reading when the time is over, and has not stopped early. */
export function judgeCoverage(
  certifier: Certifier,
  { location, count }: ListWalk,
  { requests, readLater, isUnfinished }: Reading,
  { partOf = (reads: readonly PartnerRequest[]) => reads, occasion = "" } = {},
): void {
  const reads = partOf(requests);
  const { items, pages } = coveredBy(reads);
  if (items < count && isUnfinished) certifier.recorder.unsure("RES-14");
  if (items >= count || isUnfinished) return;
  certifier.undone.unlessLater(
    () => coveredBy(partOf(readLater().filter(isResourcesRead))).items >= count,
    () =>
      certifier.recorder.finding("RES-14", {
        found: `${Math.min(items, count)} of ${count} resources of Location ${location} read${occasion}, in ${pages} ${pages === 1 ? "page" : "pages"}, and no more for ${certifier.profile.patience.quiet_s} seconds (patience.quiet_s)`,
        expected: "every page, until has_more is false",
        by: reads.at(-1),
        again: "the scenario",
      }),
  );
}
