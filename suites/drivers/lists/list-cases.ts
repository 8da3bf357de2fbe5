import { smallestCap } from "../../model/lists/place.ts";
import type { World } from "../../schedule/run/world.ts";
import { type DrivenList, type Filter, matchesOf, readList } from "./driven-list.ts";

/** Something that a list is asked for: read to its end, or one page of a size. */
export interface ListCase {
  /** The cell that it is most likely to judge, or a part of one that is worth a try of its own. */
  cell: string;
  filter: Filter;
  size?: number;
  /** The number of pages between the first one and this; the list is read to its end if left out. `none` where no page is asked for. */
  page?: number | "none";
  /** In place of the list: something else that is read about its items. */
  send?: () => Promise<void>;
}

/** Tries one case. */
export async function tryCase(world: World, list: DrivenList, { filter, size, page, send }: ListCase): Promise<void> {
  world.journal.write({ kind: "case" });
  if (send) return send();
  if (page === undefined) {
    await readList(world, list, filter, { size });
    return;
  }
  const first = world.facts.model.constants.firstPage(list.kind.operation).value ?? 1;
  await world.send(list.request({ ...list.base, ...filter }, page === "none" ? undefined : first + page, size));
}

/** The sizes and pages at which slices are compared: small, odd, and far on. */
const slices: readonly (readonly [size: number, page: number])[] = [
  [1, 1],
  [2, 1],
  [3, 2],
  [7, 1],
];

/** The pages of a list in other sizes, with a filter or without. */
export function pageCases(world: World, list: DrivenList, filter: Filter = {}): ListCase[] {
  const { yes, open } = matchesOf(world, list, filter);
  const count = yes + open;
  const cell = list.kind.pages;
  const small = slices
    .filter(([size, page]) => page * size < count)
    .flatMap(([size, page]): ListCase[] => [
      { cell, filter, size, page: 0 },
      { cell, filter, size, page },
    ]);
  const last = Math.ceil(count / 3) - 1;
  return [
    ...small,
    ...(last > 2 ? [{ cell, filter, size: 3, page: last }] : []),
    ...(count > 2 ? [{ cell, filter, size: count > smallestCap ? 7 : 3 }] : []),
  ];
}

/** The number of pages that a list is read in, so that there is one between the first and the last. */
const fewPages = 4;

/** The whole list in a few pages, the last of which is not full; a longer one comes in several anyway. */
export function inFewPages(world: World, list: DrivenList): ListCase[] {
  const { yes, open } = matchesOf(world, list, {});
  const count = yes + open;
  if (count < fewPages || count > fewPages * smallestCap) return [];
  const least = Math.ceil(count / fewPages);
  const size = count % least === 0 ? least + 1 : least;
  return [{ cell: `${list.kind.pages}/few`, filter: {}, size }];
}

/** A size without a page, and pages without a size: which page and which size come then is open. */
export const loosePages = ({ kind: { pages: cell } }: DrivenList): ListCase[] => [
  { cell, filter: {}, size: 3, page: "none" },
  { cell, filter: {}, page: 0 },
  { cell, filter: {}, page: 1 },
];

/** The first two pages of what filters find that go on over several: the second is known by the first. */
export const laterPages = (world: World, list: DrivenList, filters: readonly Filter[]): ListCase[] =>
  filters
    .filter((filter) => matchesOf(world, list, filter).yes > 2)
    .flatMap((filter) =>
      [0, 1].map((page) => ({ cell: `${list.kind.several ?? list.kind.pages}/${page}`, filter, size: 1, page })),
    );

/** The maximum of known items that a filter finds, where it finds some and leaves others out. */
export const countDecisiveIn =
  (world: World, list: DrivenList) =>
  (filter: Filter): number | undefined => {
    const { yes, no, open } = matchesOf(world, list, filter);
    return yes > 0 && no > 0 ? yes + open : undefined;
  };

/** True if two filters at once find something, and each of them alone finds more. */
export const narrowerIn =
  (world: World, list: DrivenList) =>
  (pair: Filter, ...singles: readonly Filter[]): boolean => {
    const { yes, open } = matchesOf(world, list, pair);
    return yes > 0 && singles.every((single) => matchesOf(world, list, single).yes > yes + open);
  };
