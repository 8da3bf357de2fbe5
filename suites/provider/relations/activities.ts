import type { Lookup } from "../run/memory.ts";
import { activityDayRelations } from "./activity-days.ts";
import { activityIdRelations } from "./activity-id-relations.ts";
import { countTold, emptiness, rangeOfDates, rangeTold } from "./activity-relations.ts";
import { datesIn, Searches, spanOf } from "./activity-searches.ts";
import { knowList, looseReads, pageRelations } from "./page-relations.ts";
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

function* propose(searches: Searches, lookup: Lookup): Iterable<Relation> {
  const told = searches.range();
  if (!lookup(told)) {
    yield readFor("ACT-9", "the range of all days", told);
    return;
  }
  const span = spanOf(searches, lookup);
  const all = searches.dates(span);
  yield rangeTold(told, all);
  yield rangeOfDates(told, all, "of all days");
  const list = searches.list(span);
  const { walk, wanted } = knowList(list, lookup);
  yield* wanted;
  const dates = datesIn(lookup(all));
  if (wanted.length > 0 || !dates) return;
  yield countTold(list, walk);
  yield* emptiness(searches, list, span, walk);
  yield* activityDayRelations(searches, list, walk, dates, all);
  yield* activityIdRelations(searches, list, walk, lookup, span, dates);
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
}
