import { readUrl } from "../../base/files/read-url.ts";
import { areaOf } from "../../specs/ledger/areas.ts";
import type { ExchangeEntry, RecordedFinding } from "../journal.ts";
import { type Happening, isClockMove, type WorldHistory } from "./history.ts";

/** The collection that each operation lists: what was put into the others shows nothing of it. */
const collections: Readonly<Record<string, string>> = {
  listClients: "clients",
  listCalls: "calls",
  listResources: "resources",
  searchActivities: "activities",
  searchActivityDates: "activities",
  searchActivityDateRange: "activities",
  listConnectedLocations: "connected_locations",
};

/** Requirements about how many requests were sent: there, every request of the world counts. */
const countingAreas: ReadonlySet<string> = new Set(["RATE"]);

/** True if every request counts for a requirement. */
export const isAboutCounts = (requirement: string): boolean => countingAreas.has(areaOf(requirement));

/** As long as a value must be so that it is not the same in two messages by chance. */
const shortestHandle = 8;

/**
 * The happenings without which a finding could not be followed: what shows it, what changed the world before, the responses that later
 * requests took a value from, such as a cursor, and the reads of the same list that it was compared with. Other reads change nothing.
 */
export function relevantOf(history: WorldHistory, finding: RecordedFinding): Happening[] {
  return withoutReplaced(
    replayableOf(history, finding).filter((happening) => isAbout(happening, history.happenings.at(-1))),
  );
}

/** The relevant happenings, and everything else that changed the world: ids may depend on all of it. */
export function replayableOf(history: WorldHistory, finding: RecordedFinding): Happening[] {
  const { happenings } = history;
  const last = happenings.at(-1);
  const compared = comparedSince(history, finding);
  const handles = new Set<string>();
  const kept: Happening[] = [];
  for (const [index, happening] of [...happenings.entries()].toReversed()) {
    const isCompared = index >= compared && isSameOperation(happening, last);
    if (!isCompared && happening !== last && !matters(happening, finding, handles)) continue;
    kept.unshift(happening);
    if (happening.kind === "exchange") for (const handle of handlesOf(happening)) handles.add(handle);
  }
  return kept;
}

/** From where on reads of the same list were compared with each other: after the last change, within the case. */
function comparedSince({ happenings, caseBegins }: WorldHistory, { isAlone, promised }: RecordedFinding): number {
  if (isAlone || promised) return happenings.length;
  const lastChange = happenings.findLastIndex(
    (happening) => !isClockMove(happening) && happening.kind !== "arrival" && !isRead(happening),
  );
  return Math.max(caseBegins, lastChange);
}

const isRead = (happening: Happening): boolean => happening.kind === "exchange" && happening.request.method === "GET";

const isSameOperation = (happening: Happening, last: Happening | undefined): boolean =>
  happening.kind === "exchange" && last?.kind === "exchange" && happening.operation === last.operation;

function matters(happening: Happening, { requirement }: RecordedFinding, handles: ReadonlySet<string>): boolean {
  if (happening.kind !== "exchange") return true;
  if (isAboutCounts(requirement) || happening.request.method !== "GET") return true;
  return [...handles].some((handle) => happening.response.body.includes(handle));
}

/** True if a happening has to do with what is shown; only seeds of other collections have not. */
function isAbout(happening: Happening, last: Happening | undefined): boolean {
  const collection = happening.kind === "control" ? happening.body.collection : undefined;
  return collection === undefined || last?.kind !== "exchange" || collections[last.operation] === collection;
}

/** The values of a request's query that may come from an earlier answer. */
const handlesOf = ({ request }: ExchangeEntry): string[] =>
  [...readUrl(request.url).searchParams.values()].filter((value) => value.length >= shortestHandle && !isDate(value));

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/** Seeds that a later seed of the same collection replaced show nothing. */
function withoutReplaced(happenings: readonly Happening[]): Happening[] {
  const seen = new Set<string>();
  return happenings
    .toReversed()
    .filter((happening) => {
      if (happening.kind !== "control" || happening.body.collection === undefined) return true;
      const { collection, location_id, application_id } = happening.body;
      const place = JSON.stringify([collection, location_id, application_id]);
      const isLast = !seen.has(place);
      seen.add(place);
      return isLast;
    })
    .toReversed();
}
