import type { Request } from "../../../harness/exchange.ts";
import type { Lookup } from "../run/memory.ts";
import { type AskedFilter, itemsOfWalk, type PagedReads, type PagedWalk } from "./paged-reads.ts";
import type { Relation, RelationBreach } from "./relation.ts";

const wrongMeta = (name: string, found: unknown, expected: string, rests: unknown): RelationBreach => ({
  pointer: `/meta/${name}`,
  found: `${name} ${String(found)}`,
  expected,
  rests: JSON.stringify(rests),
});

/** Relations of what `meta` tells with what the list holds: the page that was asked for, and how many clients there are. */
export function* clientMetaRelations(list: PagedReads, lookup: Lookup, walk: PagedWalk): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  for (const size of [list.largest, ...smallSizes])
    for (let offset = 0; offset * size < walk.items.length; offset++) {
      const request = list.request(list.base, first + offset, size);
      if (!lookup(request)) continue;
      yield pageTold(request, first + offset);
      if (walk.isWhole) yield totalTold(walk, request, {});
    }
}

/** The sizes at which other relations read pages. */
const smallSizes = [1, 2, 3, 7];

const pageTold = (request: Request, page: number): Relation => ({
  id: "CLI-5",
  about: `the page of ${request.url}`,
  reads: [request],
  check: ([reading]) => {
    const told = reading?.meta.page;
    // What a first page that is asked for as 0 is called is open.
    if (!reading?.items?.length || told === undefined || page === 0) return undefined;
    return told === page ? "holds" : wrongMeta("page", told, String(page), told);
  },
});

/** `total_count` without a filter is the number of clients; with one, of those that fit or of all. A small page is held against the large one. */
export const totalTold = (walk: PagedWalk, request: Request, filter: AskedFilter, small?: Request): Relation => ({
  id: Object.keys(filter).length === 0 ? "CLI-5" : "CLI-14",
  about: `the total of ${(small ?? request).url}`,
  reads: [...walk.reads, request, ...(small ? [small] : [])],
  check(readings) {
    const all = itemsOfWalk(readings.slice(0, walk.reads.length)).length;
    const reading = readings[walk.reads.length];
    const told = readings.at(-1)?.meta.total_count;
    if (!reading?.items || told === undefined || all === 0) return undefined;
    const isFiltered = Object.keys(filter).length > 0;
    // How many fit is known where the first page holds them all.
    if (isFiltered && reading.items.length >= walk.full) return undefined;
    const fitting = isFiltered ? reading.items.length : all;
    if (told === all || told === fitting) return all > 1 ? "holds" : undefined;
    const expected = isFiltered ? `${fitting} that fit, or all ${all}` : String(all);
    return wrongMeta("total_count", told, expected, [told, fitting, all]);
  },
});
