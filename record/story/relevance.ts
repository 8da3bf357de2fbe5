import { areaOf } from "../../specs/areas.ts";
import type { Entry, RecordedFinding } from "../journal.ts";
import type { Happening, History } from "./history.ts";

type ExchangeEntry = Extract<Entry, { kind: "exchange" }>;

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

/** Requirements about how many requests were sent: there, every request counts. */
const countingAreas: ReadonlySet<string> = new Set(["RATE"]);

/** As long as a value must be so that it is not the same in two messages by chance. */
const shortestHandle = 8;

/**
 * The happenings without which a finding could not be followed: what shows it, what changed the world before, and the answers that later
 * requests took a value from, such as a cursor. Other reads are left out: a read changes nothing.
 */
export function relevantOf({ happenings, proofBegins }: History, { requirement }: RecordedFinding): Happening[] {
  const last = happenings.at(-1);
  const isShown = (happening: Happening) => happening === last && happening.kind !== "control";
  const countsAll = countingAreas.has(areaOf(requirement));
  const kept: Happening[] = [];
  const handles = new Set<string>();
  for (const [index, happening] of [...happenings.entries()].toReversed()) {
    const isPart = isShown(happening) || (countsAll && index >= proofBegins) || matters(happening, last, handles);
    if (!isPart) continue;
    kept.unshift(happening);
    if (happening.kind === "exchange") for (const handle of handlesOf(happening)) handles.add(handle);
  }
  return withoutReplaced(kept);
}

function matters(happening: Happening, last: Happening | undefined, handles: ReadonlySet<string>): boolean {
  if (happening.kind === "arrival") return true;
  if (happening.kind === "control") return isAbout(happening, last);
  if (happening.request.method !== "GET") return true;
  return [...handles].some((handle) => happening.response.body.includes(handle));
}

/** Whether a control call has to do with what is shown; only seeds of other collections have not. */
function isAbout({ body: { collection } }: Extract<Entry, { kind: "control" }>, last: Happening | undefined): boolean {
  if (collection === undefined || last?.kind !== "exchange") return true;
  return collections[last.operation] === collection;
}

/** The values of a request's query that may come from an earlier answer. */
const handlesOf = ({ request }: ExchangeEntry): string[] =>
  [...new URL(request.url).searchParams.values()].filter((value) => value.length >= shortestHandle && !isDate(value));

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
