import { groupBy } from "../../../base/group-by.ts";
import { callStatuses, callTypes } from "../../../generators/calls.ts";
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

/** Of how many reads the ranges are known that an application asks for. */
const rangesWithin = 30;

/** How the application asked for pages last, or of the first of the ranges that it asks for; undefined where it asks for none, or for too few calls to fill them. */
export function callPagesOf(certifier: Certifier, { isFirst = false } = {}): CallPages | undefined {
  const earlier = certifier.requests.filter(isCallsRead).slice(-rangesWithin);
  const [wanted = {}] = earlier.slice(isFirst ? 0 : -1).map(callFields);
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

/** A range of calls that was asked for, and how many were read from its beginning. */
interface ReadRange {
  fields: Record<string, unknown>;
  read: number;
}

/** The fields of a request that say which calls it is about, in words that can be compared. */
const rangeOf = (fields: Record<string, unknown>): string =>
  JSON.stringify({ ...fields, salon_id: undefined, page: undefined, limit: undefined });

/** The ranges that an application reads more often than it is asked to: it has other reasons to look at their beginning. */
export function polledRanges(certifier: Certifier): ReadonlySet<string> {
  const reads = certifier.requests.filter(({ operation, status }) => operation?.id === "listCalls" && status === 200);
  const same = groupBy(reads, (read) => JSON.stringify({ ...callFields(read), salon_id: undefined }));
  const asked = certifier.readings.timesAsked("calls");
  return new Set(
    [...same.values()].flatMap(([first, ...more]) =>
      first && more.length >= asked ? [rangeOf(callFields(first))] : [],
    ),
  );
}

/** The values that a range may be narrowed to; all of them where it is not. */
const narrowing = { types: callTypes, statuses: callStatuses };

/** True if everything in a range is in another one, too. */
function holds(outer: ReadRange["fields"], inner: ReadRange["fields"]): boolean {
  const valuesIn = (fields: ReadRange["fields"], name: keyof typeof narrowing): readonly unknown[] => {
    const values = fields[name];
    return Array.isArray(values) && values.length > 0 ? values : narrowing[name];
  };
  return (
    String(outer.date_from) <= String(inner.date_from) &&
    String(inner.date_to) <= String(outer.date_to) &&
    (outer.phone === undefined || outer.phone === inner.phone) &&
    (["types", "statuses"] as const).every((name) =>
      valuesIn(inner, name).every((value) => valuesIn(outer, name).includes(value)),
    )
  );
}

/**
 * The number of calls that were read from the beginning of every range that was asked for, in pages of one size or of several; what was read of a wider range need
 * not be read again, and `polled` ranges count where there are no others. Requests belong to one range if they differ in the page and its size alone; `usual` is
 * the size of a page that a request names none for.
 */
export function callsRead(
  reads: readonly PartnerRequest[],
  usual: number,
  polled: ReadonlySet<string> = new Set(),
): number {
  const all = groupBy(reads.filter(({ status }) => status === 200).map(callFields), rangeOf);
  // The specification does not say whether pages begin with 0 or 1.
  const readOf = (range: readonly Record<string, unknown>[], first: number) =>
    readInOrder(
      range.map(({ page = 1, limit = usual }): Span => {
        const from = (Number(page) - first) * Number(limit);
        return [from, from + Number(limit)];
      }),
    );
  const ranges = [...all.values()].map(
    (range): ReadRange => ({ fields: range[0] ?? {}, read: Math.max(readOf(range, 0), readOf(range, 1)) }),
  );
  const isReadElsewhere = ({ fields, read }: ReadRange) =>
    ranges.some((other) => other.fields !== fields && other.read >= read && holds(other.fields, fields));
  const asked = ranges.filter(({ fields }) => !polled.has(rangeOf(fields)));
  const counted = (asked.length > 0 ? asked : ranges).filter((range) => !isReadElsewhere(range));
  return counted.length === 0 ? 0 : Math.min(...counted.map(({ read }) => read));
}

/** The number of items up to the first that was left out. */
const readInOrder = (spans: readonly Span[]): number =>
  spans
    .toSorted(([one], [other]) => one - other)
    .reduce((end, [from, to]) => (from <= end ? Math.max(end, to) : end), 0);
