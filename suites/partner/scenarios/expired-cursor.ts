import { fieldsOf, parseJson } from "../../../base/json.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { sendOwn } from "../certifier/own-requests.ts";
import type { Reading } from "../certifier/reading.ts";
import { opaqueCursors } from "../dialects/cursors.ts";
import { v3ErrorIn } from "../dialects/refusals.ts";
import { cursorOf } from "../requests/given-cursors.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { times } from "../times.ts";
import { againUnlessPlenty, isEndless, plenty } from "./endless.ts";
import { bringsOpaqueCursor } from "./opaque-cursor.ts";
import {
  askForResources,
  clearResources,
  coveredBy,
  fillPages,
  readsAfter,
  resourcesScenario,
  resourcesUrl,
  standInForResources,
} from "./resource-reads.ts";
import { judgeCoverage, judgeWalk, type ListWalk } from "./walks.ts";

/** The number of times that it is tried, where other reads of the application got in the way. */
const maxAttempts = 3;

/** Before which page a cursor expires the second time, and how many full pages there are. */
const later = { page: 4, pages: 3 };

const refusalOf = ({ dialect }: Certifier) => ({
  status: 422,
  body: v3ErrorIn(
    {
      status: 422,
      code: "validation_failed",
      message: "The cursor has expired.",
      fields: [{ field: "cursor", code: "expired_cursor" }],
    },
    dialect,
  ),
});

/** The cursor that is given and then refused. */
const opaqueCursor = ({ dialect }: Certifier): string => opaqueCursors[dialect.cursors];

export const expiredCursor = resourcesScenario(
  "a cursor has expired",
  ["CUR-8", "CUR-9", "CUR-10", "RES-14"],
  "first",
  async (certifier, location) => {
    let isShown = false;
    for (let attempt = 1; attempt <= maxAttempts && !isShown; attempt++)
      isShown = await expireCursor(certifier, location, attempt);
  },
);

/** The same again, at another Location and in the middle of a walk. */
export const expiredLater = resourcesScenario(
  "a cursor expires before the fourth page, at another Location",
  ["CUR-9", "CUR-10", "RES-14"],
  "second",
  async (certifier, location) => {
    const count = await fillPages(certifier, location, later.pages);
    await standInForResources(certifier, location, refusalOf(certifier), { skip: later.page - 1 });
    const isDone = (reads: readonly PartnerRequest[]) => isCoveredAfter(reads, count);
    const reading = await askForResources(certifier, location, { isDone, secondsAfterRefusal: times.restarts });
    const refused = reading.requests.find(({ status }) => status === 422);
    if (refused) judgeRefusal(certifier, location, refused, reading);
    else judgeWalk(certifier, { location, count }, reading);
    judgeRestart(certifier, { location, count }, reading);
    await clearResources(certifier, location);
  },
);

/** True if a cursor was refused, and everything was read after that. */
function isCoveredAfter(reads: readonly PartnerRequest[], count: number): boolean {
  const refused = reads.findIndex(({ status }) => status === 422);
  return refused >= 0 && coveredBy(reads.slice(refused)).items >= count;
}

/**
 * Answers as many first pages as are asked for, with a cursor that is refused as expired when it comes back. More than one serves applications
 * that look before they read, or read twice at once. Says whether the cursor came back before anything else did.
 */
async function expireCursor(certifier: Certifier, location: number, firstPages: number): Promise<boolean> {
  const count = await standInForCursor(certifier, location, firstPages);
  const isDone = (reads: readonly PartnerRequest[]) => isCoveredAfter(reads, count);
  const reading = await askForResources(certifier, location, {
    isDone,
    secondsAfterRefusal: times.restarts,
    isProved: (sent) => sent.filter((read) => read.status === 422).length > firstPages + plenty,
  });
  await clearResources(certifier, location);
  const refused = reading.requests[firstPages];
  // An application that reads no second page, or nothing at all, was found out by another scenario.
  const isShown = !refused || (await judgeCursor(certifier, location, refused, reading));
  // Where more first pages were prepared, a restart may have got one of them.
  if (firstPages === 1) judgeRestart(certifier, { location, count }, reading);
  return isShown;
}

/** Judges the request that brought the cursor back; false where it was another one, as of a walk that had begun before. */
async function judgeCursor(
  certifier: Certifier,
  location: number,
  refused: PartnerRequest,
  reading: Reading,
): Promise<boolean> {
  const { recorder } = certifier;
  const isVerbatim = bringsOpaqueCursor(refused);
  if (cursorOf(refused) === null || (!isVerbatim && !(await isRefused(certifier, location, refused)))) return false;
  recorder.judged("CUR-8");
  if (!isVerbatim)
    recorder.finding("CUR-8", {
      found: `the cursor ${cursorOf(refused)}`,
      expected: `${opaqueCursor(certifier)}, exactly as next_cursor gave it`,
      by: refused,
      pointer: "/cursor",
    });
  if (refused.status !== 422) return false;
  judgeRefusal(certifier, location, refused, reading);
  return true;
}

/** True if the platform itself refuses what was asked for: a cursor that it serves is one that it gave. */
async function isRefused(certifier: Certifier, location: number, { query }: PartnerRequest): Promise<boolean> {
  const url = `${resourcesUrl(certifier, location)}?${query.toString()}`;
  return (await sendOwn("GET", url, `Bearer ${certifier.context.credentials.v3_token}`)).status === 422;
}

/** Judges what an application does about a cursor that was refused; who tries it once more, and is served, has no need to start over. */
function judgeRefusal(certifier: Certifier, location: number, refused: PartnerRequest, { readLater }: Reading): void {
  const { recorder } = certifier;
  const after = () => readsAfter(certifier, location, refused);
  const again = () => after().filter((read) => cursorOf(read) === cursorOf(refused));
  // Up to when it is asked to read again.
  const isRestarted = () => readLater().some((read) => read.n > refused.n && cursorOf(read) === null);
  if (again().some(({ status }) => status === 200)) return;
  recorder.judged("CUR-9", "CUR-10");
  const repeated = again();
  if (isEndless(certifier, repeated))
    recorder.finding("CUR-10", {
      found: `a cursor that had been refused, ${repeated.length} times more, and no end`,
      expected: "a read from the beginning, or none",
      by: repeated.at(-1),
      again: againUnlessPlenty(repeated),
    });
  if (isRestarted()) return;
  certifier.undone.unlessLater(isRestarted, () =>
    recorder.finding("CUR-9", {
      found: "no read from the beginning",
      expected: "one after the cursor was refused with expired_cursor",
      by: refused,
    }),
  );
}

/** The reads after the last refusal. */
const afterRefusal = (reads: readonly PartnerRequest[]): readonly PartnerRequest[] =>
  reads.slice(reads.findLastIndex(({ status }) => status === 422) + 1);

/** Judges whether an application that starts over after a refusal reads to the end; whether it starts over is another requirement's business. */
function judgeRestart(certifier: Certifier, walk: ListWalk, reading: Reading): void {
  certifier.prompter.judgeAnswer("resources", walk.location, "RES-14");
  const after = afterRefusal(reading.requests);
  const isRestart = after.length < reading.requests.length && after[0] !== undefined && cursorOf(after[0]) === null;
  if (isRestart && !reading.endless && after.every(({ status }) => status === 200))
    judgeCoverage(certifier, walk, reading, { partOf: afterRefusal, occasion: " after a restart" });
}

/** Prepares first pages with the cursor, and as many refusals of it; the length of the list. */
async function standInForCursor(certifier: Certifier, location: number, often: number): Promise<number> {
  const count = await fillPages(certifier, location);
  const url = `${resourcesUrl(certifier, location)}?limit=${Math.floor(count / 2)}`;
  const page = await sendOwn("GET", url, `Bearer ${certifier.context.credentials.v3_token}`);
  const headers = Object.fromEntries(
    Object.entries(page.headers).filter(([name]) => /^(ratelimit-|x-request-id)/.test(name)),
  ) as Record<string, string>;
  const body = { ...fieldsOf(parseJson(page.text)), has_more: true, next_cursor: opaqueCursor(certifier) };
  await standInForResources(certifier, location, { status: 200, headers, body }, { times: often });
  await standInForResources(certifier, location, refusalOf(certifier), { times: often });
  return count;
}
