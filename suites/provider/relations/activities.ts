import type { Lookup } from "../run/memory.ts";
import { activityDayRelations } from "./activity-days.ts";
import { activityIdRelations } from "./activity-id-relations.ts";
import { countTold, emptiness, rangeOfDates, rangeTold } from "./activity-relations.ts";
import { datesIn, Searches, spanOf } from "./activity-searches.ts";
import { knowList, looseReads, pageRelations } from "./page-relations.ts";
import { type PagedReads, walkOf } from "./paged-reads.ts";
import { type Relation, readFor, type SubjectKind } from "./relation.ts";

/** The Events of the Location, as the three searches tell of them. */
export const activities: SubjectKind = {
  ids: {
    "ACT-2": "two Events are needed",
    "ACT-3": "Events on two days are needed",
    "ACT-4": "an Event is needed",
    "ACT-5": "two Events are needed",
    "ACT-7": "an Event is needed",
    "ACT-8": "an Event is needed",
    "ACT-9": "an Event is needed",
  },
  needs: ["urls.base_url", "credentials.partner_token", "fixtures.location_id"],
  operations: ["searchActivities", "searchActivityDates", "searchActivityDateRange"],
  at: (world) => {
    const searches = new Searches(world);
    return {
      propose: (lookup) => propose(searches, lookup),
      describe: (lookup) =>
        `${knowList(searches.list(spanOf(searches, lookup)), lookup).walk.items.length} Events were found`,
      repeats: () => [searches.range()],
    };
  },
};

function* propose(searches: Searches, lookup: Lookup): Generator<Relation, void> {
  const told = searches.range();
  if (!lookup(told)) {
    yield readFor("ACT-9", "the range of all days", told);
    return;
  }
  const span = spanOf(searches, lookup);
  const all = searches.dates(span);
  yield rangeTold(told, all);
  yield rangeOfDates(told, all, "of all days");
  const dates = datesIn(lookup(all));
  const list = searches.list(span);
  const { walk, wanted } = knowList(list, lookup);
  if (dates && walk.reads.length >= mostWhole && walk.next && narrow(list, dates)) {
    yield* propose(searches, lookup);
    return;
  }
  yield* wanted;
  if (wanted.length > 0 || !dates) return;
  yield countTold(list, walk);
  yield* emptiness(searches, list, span, walk);
  yield* activityDayRelations(searches, list, walk, dates, all);
  // A rare id shows most; of a long search, more was seen than what it was narrowed to.
  const seen = walkOf(list, lookup, { ...span }, list.largest).items;
  yield* activityIdRelations(searches, list, { walk, seen }, lookup, span, dates);
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
}

/** A search that goes on after so many pages is narrowed: to be known as a whole, it would take too many. */
const mostWhole = 2;

/** How many days with Events are kept of a long search. */
const keptDays = 5;

/** Narrows a long search to days in the middle; answers whether that could be done. */
function narrow(list: PagedReads, dates: readonly string[]): boolean {
  const start = Math.max(0, Math.floor((dates.length - keptDays) / 2));
  const [from, till] = [dates[start], dates.slice(0, start + keptDays).at(-1)];
  if (!from || !till || dates.length <= keptDays || list.base.from === from) return false;
  list.narrow({ from, till });
  return true;
}
