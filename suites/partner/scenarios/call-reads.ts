import { groupBy } from "../../../base/group-by.ts";
import type { StandInPlace } from "../../../harness/control/control.ts";
import { ControlRefusal } from "../../../harness/control/control-calls.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import type { Reading, ReadingOptions } from "../certifier/reading.ts";
import { callFields } from "../requests/call-fields.ts";
import { isCallsRead, type PartnerRequest } from "../requests/partner-request.ts";
import { unlessReadLater } from "./late-reads.ts";
import { callFor, callsInOrder, type SeededCall } from "./matching-calls.ts";
import { itemsFor, largestPage, longList, longLists, noShorter, pace } from "./page-counts.ts";

/** Enough to fill a page whose size an application leaves to the platform. */
const fullPage = 100;

/** How an application asks for pages of the call history: calls that it wants, and how many it gets on a page. */
export interface CallPages {
  call: SeededCall;
  size: number;
  isSized: boolean;
  /** True if it gets less than it asks for: the largest page is not shown, so a shorter one may rightly be taken for the last. */
  isCut: boolean;
}

/** Has the application read the call history; its requests for it. One that reads nothing fails its claim. */
export async function askForCalls(
  certifier: Certifier,
  location: number,
  options: ReadingOptions = {},
): Promise<Reading> {
  const reading = await certifier.readings.ask("calls", location, options);
  const requests = reading.requests.filter(isCallsRead);
  const cause = causeOf(certifier.prompter.last("calls", location));
  if (requests.length === 0)
    unlessReadLater(certifier, { task: "calls", location, isRead: isCallsRead }, reading, () =>
      certifier.recorder.finding("CALL-13", {
        found: `no request for the call history of Location ${location} when the application was asked to read it${cause}`,
        expected: "GET /voip/integration/calls with salon_id, date_from and date_to",
        again: "the scenario",
      }),
    );
  if (reading.endless)
    certifier.recorder.finding("CALL-16", {
      found: "the same page again and again, or pages beyond the last, and no end",
      expected: "every page of the range asked for, once",
      by: reading.endless,
    });
  return { ...reading, requests };
}

/** The requests for the call history of a Location. */
export const callsPlace = (location: number): StandInPlace => ({
  surface: "base",
  method: "GET",
  path: "/voip/integration/calls",
  fields: { salon_id: location },
});

/** How something is read of which only the first answer counts: neither its end is waited for, nor other work. */
export const untilBegun: ReadingOptions = {
  isDone: (reads) => reads.some(({ status }) => status === 200),
  isShort: true,
};

/** How the application asked for pages last; undefined where it asks for none, or for too few calls to fill them. */
export function callPagesOf(certifier: Certifier): CallPages | undefined {
  const earlier = certifier.requests.findLast(isCallsRead);
  const wanted = earlier ? callFields(earlier) : {};
  if (wanted.page === undefined && wanted.limit === undefined) return undefined;
  const call = callFor(wanted);
  const { limit } = wanted;
  const size = Number.isInteger(limit) && Number(limit) > 0 ? Math.min(Number(limit), largestPage) : fullPage;
  return call && { call, size, isSized: limit !== undefined, isCut: Number(limit) > largestPage };
}

/** Of how many reads the pace is taken. */
const shownReads = 12;

/** The number of pages that a history has that is longer than caps, by how fast the application has read so far. */
export function longHistoryFor(certifier: Certifier, { size }: CallPages): number {
  const { requests, profile } = certifier;
  const perSecond = pace(requests.filter(isCallsRead).slice(-shownReads));
  const pages = longList(longLists.calls, size, { perSecond, seconds: profile.patience.max_s });
  return noShorter(certifier, "calls", pages);
}

/** Fills so many pages of the call history, and one call more; how many calls, or undefined where no call can be as it is asked for. */
export async function fillHistory(
  { control, recorder, dialect, nextCall }: Certifier,
  location: number,
  { call, size }: CallPages,
  pages: number,
): Promise<number | undefined> {
  const count = itemsFor(pages, size);
  try {
    const calls = callsInOrder(call, count, dialect["order of calls"]).map((each) => ({ ...each, id: nextCall() }));
    await control.seed(location, "calls", calls);
    recorder.step(`Location ${location} gets ${count} calls`, location);
    return count;
  } catch (error) {
    // No call can have an undocumented type or status.
    if (error instanceof ControlRefusal) return undefined;
    throw error;
  }
}

/** Where a page begins and ends in its range. */
type Span = readonly [from: number, to: number];

/**
 * The number of calls that were read from the beginning of a range, of the range that was read furthest, in pages of one size or of several. Requests belong to
 * one range if they differ in the page and its size alone; `usual` is the size of a page that a request names none for.
 */
export function callsRead(reads: readonly PartnerRequest[], usual: number): number {
  const ranges = groupBy(reads.filter(({ status }) => status === 200).map(callFields), (fields) =>
    JSON.stringify({ ...fields, page: undefined, limit: undefined }),
  );
  // The specification does not say whether pages begin with 0 or 1.
  const readOf = (range: readonly Record<string, unknown>[], first: number) =>
    readInOrder(
      range.map(({ page = 1, limit = usual }): Span => {
        const from = (Number(page) - first) * Number(limit);
        return [from, from + Number(limit)];
      }),
    );
  return Math.max(0, ...[...ranges.values()].flatMap((range) => [readOf(range, 0), readOf(range, 1)]));
}

/** The number of items up to the first that was left out. */
const readInOrder = (spans: readonly Span[]): number =>
  spans
    .toSorted(([one], [other]) => one - other)
    .reduce((end, [from, to]) => (from <= end ? Math.max(end, to) : end), 0);
