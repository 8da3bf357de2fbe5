import { smallestCap } from "../lists/whole-lists.ts";
import { enumerate } from "../run/answers.ts";
import { areDistinct, identitiesOf } from "../run/identities.ts";
import type { Lookup, RememberedRead } from "../run/memory.ts";
import { type AskedFilter, itemsOfWalk, type PagedReads, type PagedWalk, walkOf } from "./paged-reads.ts";
import { idleRead, type Relation, type RelationBreach, readFor } from "./relation.ts";

/** How many pages of a list are read to know it; a longer one is known in part. */
const mostPages = 8;

/** What is known of a list: its walk with the largest pages, once that was read. */
export interface KnownList {
  walk: PagedWalk;
  /** What still has to be read. */
  wanted: Relation[];
}

/** Reads a list as far as it is read at all; the number of its first page is open, so page 0 is looked at once. */
export function knowList(list: PagedReads, lookup: Lookup): KnownList {
  const wanted = firstPageReads(list, lookup);
  if (wanted.length > 0)
    return { walk: { reads: [], items: [], isWhole: false, next: undefined, full: smallestCap }, wanted };
  const walk = walkOf(list, lookup, list.base, list.largest);
  const isLong = walk.reads.length >= mostPages;
  return {
    walk,
    wanted: walk.next && !isLong ? [readFor(list.pages, `page ${walk.reads.length} of all`, walk.next)] : [],
  };
}

function firstPageReads(list: PagedReads, lookup: Lookup): Relation[] {
  if (list.firstPage !== undefined) return [];
  const [zeroth, first] = [0, 1].map((page) => list.request(list.base, page, list.largest));
  if (!zeroth || !first) return [];
  const [before, beginning] = [lookup(zeroth), lookup(first)];
  if (!before || !beginning)
    return [
      readFor(list.pages, `its first page, of ${list.largest}`, first),
      readFor(list.pages, `page 0, of ${list.largest}`, zeroth),
    ];
  // Nobody promises a page of more than the smallest cap, so a refusal may be for its size.
  if (!before.items && !beginning.items && list.largest > smallestCap) {
    list.refuseLargest();
    return firstPageReads(list, lookup);
  }
  // Others may write between the two reads, so pages that have anything in common count as the same.
  const onFirst = new Set(identitiesOf(beginning.items ?? []));
  const isZeroBased =
    (before.items?.length ?? 0) > 0 && !identitiesOf(before.items ?? []).some((id) => onFirst.has(id));
  list.learnFirstPage(isZeroBased ? 0 : 1);
  return [];
}

/** The sizes and pages at which slices are compared: small, odd, and far on. */
const slices: readonly (readonly [size: number, page: number])[] = [
  [1, 2],
  [2, 2],
  [3, 3],
  [1, 1],
  [7, 2],
];

/** The size of a second walk: odd, and small enough for several pages; a small list takes smaller ones. */
const secondSize = (count: number): number => (count > smallestCap ? 7 : 3);

/** Relations of the pages of a list, with or without a filter; the walk is the same with large pages. */
export function* pageRelations(
  list: PagedReads,
  lookup: Lookup,
  walk: PagedWalk,
  filter: AskedFilter = list.base,
): Iterable<Relation> {
  const { items } = walk;
  if (items.length < 2 || !areDistinct(items)) return;
  yield eachOnce(list, walk.reads, `with pages of ${list.largest}`);
  for (const [size, page] of slices) if ((page - 1) * size < items.length) yield slice(list, walk, filter, size, page);
  if (!walk.isWhole) return;
  const last = Math.ceil(items.length / 3);
  if (last > 3) yield slice(list, walk, filter, 3, last);
  const size = secondSize(items.length);
  const again = walkOf(list, lookup, filter, size);
  const isLong = items.length / size > mostPages;
  if (again.next && !isLong) yield readFor(list.pages, `page ${again.reads.length} of ${size}`, again.next);
  else if (!isLong) yield sameWalk(list, walk, again, size);
}

/** A size without a page, and a page without a size: which page and which size come then is open, but the rules hold. */
export function* looseReads(list: PagedReads): Iterable<Relation> {
  yield idleRead(list.pages, "a size without a page", list.request(list.base, undefined, 3));
  yield idleRead(list.pages, "a page without a size", list.request(list.base, (list.firstPage ?? 1) + 1));
}

const eachOnce = (list: PagedReads, reads: PagedWalk["reads"], about: string): Relation => ({
  id: list.pages,
  about: `each once ${about}, ${reads.length} pages`,
  reads,
  check(readings) {
    const ids = identitiesOf(itemsOfWalk(readings));
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (repeated.length > 0)
      return differ(`on two pages ${enumerate(repeated)}`, `each of the ${list.noun} once`, ids.join());
    return readings.length > 2 ? "holds" : undefined;
  },
});

/** A page of a small size is a slice of the walk, wherever the first page of that size is its beginning: an order is not promised. */
const slice = (list: PagedReads, walk: PagedWalk, filter: AskedFilter, size: number, page: number): Relation => {
  const first = list.firstPage ?? 1;
  const beginning = list.request(filter, first, size);
  return {
    id: list.pages,
    about: `page ${page} of ${size}, ${JSON.stringify(filter)}`,
    side: `page ${page} of ${size}`,
    reads: [...walk.reads, beginning, ...(page > 1 ? [list.request(filter, first + page - 1, size)] : [])],
    check(readings) {
      const whole = identitiesOf(itemsOfWalk(readings.slice(0, walk.reads.length)));
      const [begun, reached] = [readings[walk.reads.length], readings.at(-1)].map((reading) => identities(reading));
      if (!begun || !reached || begun.join() !== whole.slice(0, size).join()) return undefined;
      const expected = whole.slice((page - 1) * size, page * size);
      // A page may be shorter than it was asked for, but it is not empty while there is more.
      const isShort = reached.length > 0 && reached.length < expected.length;
      if (page === 1 || expected.length === 0 || isShort) return undefined;
      const found = enumerate(reached);
      if (found === enumerate(expected)) return "holds";
      return differ(`on page ${page} of ${size} ${found}`, enumerate(expected), [whole, begun, reached].join("\n"));
    },
  };
};

const identities = (reading: RememberedRead | undefined): string[] | undefined =>
  reading?.items && identitiesOf(reading.items);

/** The pages of one size hold what those of another do. */
const sameWalk = (list: PagedReads, walk: PagedWalk, again: PagedWalk, size: number): Relation => ({
  id: list.pages,
  about: `the pages of ${size} hold what there is`,
  side: "walk",
  reads: [...walk.reads, ...again.reads],
  check(readings) {
    const [large, small] = [readings.slice(0, walk.reads.length), readings.slice(walk.reads.length)].map((some) =>
      identitiesOf(itemsOfWalk(some)),
    );
    if (!large || !small) return undefined;
    const lost = large.filter((id) => !small.includes(id));
    const added = small.filter((id) => !large.includes(id));
    const repeated = small.filter((id, index) => small.indexOf(id) !== index);
    const rests = `${large.join()}\n${small.join()}`;
    if (repeated.length > 0) return differ(`on two pages of ${size} ${enumerate(repeated)}`, "each once", rests);
    if (lost.length > 0) return differ(`on no page of ${size} ${enumerate(lost)}`, "each once", rests);
    if (added.length > 0)
      return differ(`with pages of ${size} alone ${enumerate(added)}`, "the same with any size", rests);
    return small.length > size ? "holds" : undefined;
  },
});

/** A breach of what a list holds. */
export const differ = (found: string, expected: string, rests: string): RelationBreach => ({
  pointer: "/data",
  found,
  expected,
  rests,
});
