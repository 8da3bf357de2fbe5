import { fieldsOf, parseJson } from "../../../base/json.ts";
import { callFields } from "../requests/call-fields.ts";
import { isCallsRead, isWork, type PartnerRequest } from "../requests/partner-request.ts";
import type { PlatformAnswer } from "../requests/platform-answer.ts";

export type ReadTask = "resources" | "calls";

/** How an application is asked to read. */
export interface ReadingOptions {
  /** How much longer it is waited for after a 429 or a 422, in seconds. */
  secondsAfterRefusal?: number;
  /** True if a single request is all that is wanted: after that, it is not waited for while it does something else or keeps the rate. */
  isShort?: boolean;
  /** True if it has no business reading: what else it does is not waited for. */
  shouldDecline?: boolean;
  /** True if it may read while others do: it is asked for two Locations at once. */
  isBeside?: boolean;
  /** True if something else makes it read the same again and again, so that this shows no loop. */
  isDisturbed?: boolean;
  /** True if everything was read that there is. */
  isDone?: (reads: readonly PartnerRequest[]) => boolean;
  /** True if a fault is proved, so that nothing more has to be waited for. */
  isProved?: (reads: readonly PartnerRequest[]) => boolean;
}

/** The outcome of asking an application to read. */
export interface Reading {
  /** Everything that it sent meanwhile and that may be about the Location. */
  requests: PartnerRequest[];
  /** Everything that it has sent up to now since it was asked; anyone who is busy may take several such requests for one. */
  sent: () => PartnerRequest[];
  /** Everything that it has read of it up to now, unless it was asked again meanwhile: anyone who was busy may have come to it later. */
  readLater: () => PartnerRequest[];
  /** The request that it repeated without end, where it did. */
  endless?: PartnerRequest;
  /** True if it was still reading when its time was over. */
  isUnfinished: boolean;
}

/** For how many times the quiet time an application is waited for that is busy with something else. */
export const longestBusy = 4;

/** The number of times that its longest pause so far an application may pause: one that is slow at it is not done. */
const longerPause = 3;

/** The longest pause of an application so far, in milliseconds; what it waits after a refusal is no pause of its own. */
export const longestPause = (reads: readonly PartnerRequest[]): number =>
  Math.max(0, ...reads.slice(1).map(({ at }, index) => (reads[index]?.status === 200 ? at - reads[index].at : 0)));

/** For how long an application may pause that reads at this pace, in milliseconds. */
export const likelyPause = (reads: readonly PartnerRequest[]): number => longerPause * longestPause(reads);

/** The number of times that the same page may be asked for: reading twice at once, looking first, and some retries are fine. */
const maxRepeats = 8;

/** True if a request is part of what the application was asked for. */
export const isReadFor =
  (task: ReadTask, location: number) =>
  (request: PartnerRequest): boolean =>
    (task === "resources") === (request.surface === "v3") && isWork(request) && isAbout(request, location);

/** True if a request is about a Location; one that names none is about the Location that the application was asked for last. */
export const isAbout = ({ location }: PartnerRequest, wanted: number): boolean =>
  location === undefined || Number.isNaN(location) || location === wanted;

/** The number of characters that an answer without items has at most; longer ones need not be parsed. */
const maxEmpty = 1_000;

/** True if the platform answered with an empty page. */
function isEmptyPage({ body }: PlatformAnswer): boolean {
  if (body.length > maxEmpty) return false;
  const { data } = fieldsOf(parseJson(body));
  return Array.isArray(data) && data.length === 0;
}

/** A page, or anything beyond the last page of a list. */
function pageOf(read: PartnerRequest, answer: PlatformAnswer | undefined): string {
  if (!isCallsRead(read) || read.status !== 200 || !answer || !isEmptyPage(answer)) return read.url + read.body;
  const { page: _, ...range } = callFields(read);
  return JSON.stringify(range);
}

/**
 * The last of more requests for one page, or beyond the last, than anybody needs; it takes that many to prove that there is no end. There may be one more for
 * each reason that an application had to read anew.
 */
export function repeatedWithoutEnd(
  reads: readonly PartnerRequest[],
  reasons: number,
  answers: ReadonlyMap<number, PlatformAnswer>,
): PartnerRequest | undefined {
  const counts = new Map<string, number>();
  return reads.find((read) => {
    const page = pageOf(read, answers.get(read.n));
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    return count > maxRepeats + reasons;
  });
}
