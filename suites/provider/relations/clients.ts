import type { Lookup } from "../run/memory.ts";
import { dataAccess } from "../run/needs.ts";
import type { World } from "../run/world.ts";
import { clientFiltersFrom, nobody } from "./client-filter-values.ts";
import { clientMetaRelations, totalTold } from "./client-meta.ts";
import { filteredPages, filterRelation, type MeantFilter, wideOf } from "./filter-relations.ts";
import { knowList, looseReads, pageRelations } from "./page-relations.ts";
import { type AskedFilter, type PagedReads, type PagedWalk, pagedReads } from "./paged-reads.ts";
import { idleRead, type Relation, type SubjectKind } from "./relation.ts";

export const clientList = (world: World): PagedReads =>
  pagedReads(world, {
    operation: "listClients",
    pages: "CLI-11",
    noun: "clients",
    base: {},
    request: (filter, page, count) =>
      world.requestOf("listClients", {
        path: { location_id: world.fixture("location_id") },
        query: pairsOf({ ...filter, page, count }),
        as: "system_user_token",
      }),
  });

const pairsOf = (filter: AskedFilter): (readonly [string, string])[] =>
  Object.entries(filter).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)] as const])),
  );

/** The clients of the Location. */
export const clients: SubjectKind = {
  ids: {
    "CLI-5": "a client is needed",
    "CLI-6": "two clients with different names, phones, addresses or cards are needed",
    "CLI-7": "clients who spent different sums are needed",
    "CLI-8": "two clients are needed",
    "CLI-9": "clients whose last changes are days apart are needed",
    "CLI-10": "clients of whom some fit one filter and not another are needed",
    "CLI-11": "two clients are needed",
    "CLI-14": "two clients are needed",
  },
  needs: dataAccess,
  operations: ["listClients"],
  at: (world) => {
    const list = clientList(world);
    const filtersFor = remembering((walk: PagedWalk) => {
      const filters = clientFiltersFrom(walk.items, world.run.seed, Math.min(walk.full, walk.items.length));
      return { filters, wide: wideOf(filters, walk) };
    });
    return {
      propose: (lookup) => propose(list, lookup, filtersFor),
      describe: (lookup) => `${knowList(list, lookup).walk.items.length} clients were found`,
      repeats: () => (list.firstPage === undefined ? [] : [list.request(list.base, list.firstPage, list.largest)]),
    };
  },
};

/** Makes something of a walk once, and again only when the walk has changed. */
function remembering<T>(make: (walk: PagedWalk) => T): (walk: PagedWalk) => T {
  let last: { items: string; made: T } | undefined;
  return (walk) => {
    const items = JSON.stringify(walk.items);
    if (last?.items !== items) last = { items, made: make(walk) };
    return last.made;
  };
}

function* propose(
  list: PagedReads,
  lookup: Lookup,
  filtersFor: (walk: PagedWalk) => Record<"filters" | "wide", MeantFilter[]>,
): Iterable<Relation> {
  const { walk, wanted } = knowList(list, lookup);
  yield* wanted;
  if (wanted.length > 0) return;
  yield* clientMetaRelations(list, lookup, walk);
  const first = list.firstPage ?? 1;
  for (const filter of nobody)
    yield idleRead("CLI-4", `nobody with ${JSON.stringify(filter)}`, list.request(filter, first, list.largest));
  const { filters, wide } = filtersFor(walk);
  for (const meant of filters) {
    yield filterRelation(list, walk, meant);
    const request = list.request(meant.filter, first, list.largest);
    if (!walk.isWhole || !lookup(request)) continue;
    yield totalTold(walk, request, meant.filter);
    for (const page of [first, first + 1]) {
      const small = list.request(meant.filter, page, 1);
      if (lookup(small)) yield totalTold(walk, request, meant.filter, small);
    }
  }
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
  yield* filteredPages(list, lookup, wide);
}
