import { groupBy } from "../../../base/group-by.ts";
import type { Item } from "../../../harness/control.ts";
import type { Match } from "../lists/client-filters.ts";
import { enumerate } from "../run/answers.ts";
import { identityOf } from "../run/identities.ts";
import type { Lookup } from "../run/memory.ts";
import { differ, pageRelations } from "./page-relations.ts";
import { type AskedFilter, itemsOfWalk, type PagedReads, type PagedWalk, walkOf } from "./paged-reads.ts";
import { idleRead, type Relation } from "./relation.ts";

/** A filter of a list, and what it means. */
export interface MeantFilter {
  id: string;
  filter: AskedFilter;
  /** Which side of the requirement it shows; the names of its parameters if left out. */
  side?: string;
  /** Whether an item fits. */
  match: (item: Item) => Match;
}

/** How many of some items certainly fit a filter, and how many certainly do not. */
export function countMatches(
  items: readonly Item[],
  match: MeantFilter["match"],
): { yes: number; no: number; open: number } {
  const counts = { yes: 0, no: 0, open: 0 };
  for (const item of items) counts[match(item)]++;
  return counts;
}

/** A filter finds everything that was seen and must fit, and nothing that must not. */
export function filterRelation(
  list: PagedReads,
  walk: PagedWalk,
  { id, filter, match, side = Object.keys(filter).join() }: MeantFilter,
): Relation {
  const first = list.firstPage ?? 1;
  const asked = { ...list.base, ...filter };
  return {
    id,
    about: JSON.stringify(filter),
    side,
    reads: [...walk.reads, list.request(asked, first, list.largest)],
    // A page may be shorter than it was asked for, so what is missing there may stand on the next.
    doubts: [list.request(asked, first + 1, list.largest)],
    check(readings) {
      const all = itemsOfWalk(readings.slice(0, walk.reads.length));
      const [answer, more] = readings.slice(walk.reads.length);
      const fitting = all.filter((item) => match(item) === "yes");
      const isTelling = fitting.length > 0 && all.some((item) => match(item) === "no");
      if (!answer?.items) return refusalOf(answer?.exchange.response.status, isTelling);
      const strays = answer.items.filter((item) => match(item) === "no");
      if (strays.length > 0)
        return differ(
          `with ${JSON.stringify(filter)} ${enumerate(strays.map(identityOf))}`,
          "only what fits",
          JSON.stringify(strays),
        );
      const found = new Set([...answer.items, ...(more?.items ?? [])].map(identityOf));
      const missing = fitting.filter((item) => !found.has(identityOf(item)));
      if (answer.items.length >= walk.full) return undefined;
      if (missing.length > 0)
        return differ(
          `with ${JSON.stringify(filter)} not ${enumerate(missing.map(identityOf))}`,
          "everything that fits",
          JSON.stringify(missing),
        );
      return isTelling ? "holds" : undefined;
    },
  };
}

/** How many filters are tried on a later page. */
const mostFiltered = 3;

/** The filters that find more than two, and so go on over several short pages. */
export const wideOf = (filters: readonly MeantFilter[], { items }: PagedWalk): MeantFilter[] =>
  filters.filter(({ match }) => countMatches(items, match).yes > 2);

/** A wide filter holds on every page. What the second page of one holds is held against the rules; pages of the first are also compared. */
export function* filteredPages(list: PagedReads, lookup: Lookup, wide: readonly MeantFilter[]): Iterable<Relation> {
  const firsts = [...groupBy(wide, ({ id }) => id).values()].map(([first]) => first);
  for (const { id, filter } of firsts.slice(0, mostFiltered)) {
    const second = list.request({ ...list.base, ...filter }, (list.firstPage ?? 1) + 1, 1);
    yield idleRead(id, `the second page of what ${JSON.stringify(filter)} finds`, second);
  }
  const [first] = wide;
  if (!first) return;
  const asked = { ...list.base, ...first.filter };
  const found = walkOf(list, lookup, asked, list.largest);
  if (found.reads.length > 0 && found.items.every((item) => first.match(item) !== "no"))
    yield* [...pageRelations(list, lookup, { ...found, isWhole: false }, asked)].slice(1, 4);
}

/** A documented filter that finds something is not refused. */
const refusalOf = (status: number | undefined, isTelling: boolean) =>
  isTelling && status !== undefined
    ? differ(`the status ${status}`, "what fits the filter", String(status))
    : undefined;
