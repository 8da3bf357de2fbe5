import { days, seconds } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats/formats.ts";
import { countKinds, partsOf, type TextClass, textParts } from "../../../generators/value-classes.ts";
import type { Item } from "../../../harness/control/control.ts";
import { smallestCap } from "../../model/lists/place.ts";
import { unknownId } from "../../model/unknown-id.ts";
import type { Filter } from "./driven-list.ts";

/** The filters that take a part of a value, with the field that has it. */
const partFields = {
  fullname: { field: "name", isNumber: false },
  phone: { field: "phone", isNumber: true },
  email: { field: "email", isNumber: false },
  card: { field: "card", isNumber: true },
} as const;

/** The maximum length of a value that is cut into parts. */
const maxValue = 200;

/** The same items, from another one on for each number. */
const turned = (items: readonly Item[], by: number): Item[] => {
  const at = by % Math.max(items.length, 1);
  return [...items.slice(at), ...items.slice(0, at)];
};

/** The parts that items have in a field, of a class; one character would find too many. */
const partsIn = (items: readonly Item[], field: string, name: TextClass, isNumber: boolean): string[] =>
  items
    .map((item) => String(item[field] ?? ""))
    .filter((value) => value.length <= maxValue)
    .flatMap((value) => partsOf(value, name, isNumber))
    .filter((part) => part.length > 1 || name === "one character");

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Those first that have most kinds of characters, where a class is about these. */
const byKinds = (name: string, parts: readonly string[]): readonly string[] =>
  name === "several kinds" ? parts.toSorted((a, b) => countKinds(b) - countKinds(a)) : parts;

/** Numbers in order: those near both ends, where few are found, and a fraction before a whole number. */
const sumsOf = (items: readonly Item[]): number[] =>
  distinct(items.map(({ spent }) => Number(spent)).filter(Number.isFinite)).toSorted((a, b) => a - b);

const byFraction = (some: readonly number[]): number[] =>
  some.toSorted((a, b) => Number(a % 1 === 0) - Number(b % 1 === 0));

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** Moments on both sides of changes, a day from them, and at the ends of their days. */
function momentsOf(items: readonly Item[]): string[] {
  const changes = items.map(({ last_change_date }) => momentOf(last_change_date)).filter(Number.isFinite);
  const around = changes.flatMap((time) => [time + seconds(1), time - days(1), time + days(1)]).map(textOf);
  const ends = changes.flatMap((time) => ["T00:00:00", "T23:59:59"].map((end) => textOf(time).slice(0, 10) + end));
  return distinct([...around, ...ends]).toSorted();
}

/** More ids than a program may stop at; their clients need several small pages. */
const manyIds = 30;

/** Values for each filter in several classes, the most conclusive ones first in each. */
function classesOf(items: readonly Item[], seed: number): Record<string, (readonly unknown[])[]> {
  const sums = sumsOf(items);
  const [low, high] = [byFraction(sums.slice(1, 6)), byFraction(sums.slice(-6, -1))];
  const moments = momentsOf(items);
  const ids = items.flatMap(({ id }) => (Number.isSafeInteger(Number(id)) ? [Number(id)] : []));
  const some = turned(items, seed).flatMap(({ id }) => (Number.isSafeInteger(Number(id)) ? [Number(id)] : []));
  return {
    id: [[ids[Math.floor(ids.length / 2)]], ids.slice(-1), ids.slice(0, 1)],
    "id[]": [
      [[ids.at(-1), ids[Math.floor(ids.length / 2)], ids[0]]],
      [some.slice(0, 1)],
      [some.slice(0, 5)],
      [ids.slice(0, manyIds)],
    ],
    paid_min: [high, sums.slice(-1), high.toReversed(), high.map((sum) => sum + 0.25), sums],
    paid_max: [low, sums.slice(0, 1), low.toReversed(), low.map((sum) => sum - 0.25), sums.toReversed()],
    changed_after: [moments.toReversed(), moments.filter((text) => text.endsWith("T00:00:00")), moments],
    changed_before: [moments, moments.filter((text) => text.endsWith("T23:59:59")).toReversed(), moments.toReversed()],
    ...Object.fromEntries(
      Object.entries(partFields).map(([name, { field, isNumber }]) => [
        name,
        Object.keys(textParts).map((part, index) =>
          byKinds(part, distinct(partsIn(turned(items, seed + 5 * index), field, part as TextClass, isNumber))),
        ),
      ]),
    ),
  };
}

/** The number of items that a filter finds at most, where it finds some and leaves others out. */
export type CountDecisive = (filter: Filter) => number | undefined;

/** The number of values of a class that are compared. */
const maxCompared = 60;

/** Each filter with values of the items that are there: every filter by one class of values before any by a second. */
export function singleFilters(items: readonly Item[], seed: number, countDecisive: CountDecisive): Filter[] {
  const classes = Object.entries(classesOf(items, seed));
  const turns = Math.max(...classes.map(([, all]) => all.length));
  const filtersBy = (name: string, values: readonly unknown[]): Filter[] => {
    const found: Filter[] = [];
    for (const value of values.slice(0, maxCompared)) {
      const filter = { [name]: value };
      const count = value === undefined ? undefined : countDecisive(filter);
      if (count === undefined) continue;
      // One page holds what is found, if there is such a value.
      if (count < smallestCap) return [filter];
      found.push(filter);
    }
    return found.slice(0, 1);
  };
  const all = Array.from({ length: turns }, (_, turn) =>
    classes.flatMap(([name, values]) => filtersBy(name, values[turn] ?? [])),
  ).flat();
  return [...new Map(all.map((filter) => [JSON.stringify(filter), filter])).values()];
}

/** Two characters that stand in about half of the values of a field. */
function halving(items: readonly Item[], field: string): string[] {
  const texts = items.map((item) => String(item[field] ?? ""));
  const parts = distinct(texts.flatMap((text) => [...text.matchAll(/(?=([a-z\d]{2}))/g)].map(([, part = ""]) => part)));
  const distance = (part: string) => Math.abs(texts.filter((text) => text.includes(part)).length - texts.length / 2);
  const [best] = parts.map((part) => ({ part, far: distance(part) })).toSorted((a, b) => a.far - b.far);
  return best ? [best.part] : [];
}

/** Filters that find about half of all; what two of them find together is still something. */
function wideFilters(items: readonly Item[]): Filter[] {
  const sums = sumsOf(items);
  const median = sums[Math.floor(sums.length / 2)];
  const characters = [..."aeionrst"].filter((character) => items.some(({ name }) => String(name).includes(character)));
  const changes = items
    .map(({ last_change_date }) => momentOf(last_change_date))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const [early, late] = [0.45, 0.55].map((share) => changes[Math.floor(share * changes.length)]);
  return [
    ...(median === undefined ? [] : [{ paid_min: median }, { paid_max: median }]),
    ...(early === undefined ? [] : [{ changed_after: textOf(early - seconds(1)) }]),
    ...(late === undefined ? [] : [{ changed_before: textOf(late + seconds(1)) }]),
    ...characters.slice(0, 3).map((fullname) => ({ fullname })),
    ...["phone", "email", "card"].flatMap((name) => halving(items, name).map((part) => ({ [name]: part }))),
  ];
}

/** Two filters at once, of which each alone finds more: one pair of each two names, in either order. */
export function pairedFilters(
  items: readonly Item[],
  singles: readonly Filter[],
  isNarrower: (pair: Filter, ...singles: readonly Filter[]) => boolean,
): Filter[] {
  const found = new Map<string, Filter>();
  const all = [...wideFilters(items), ...singles];
  for (const first of all)
    for (const second of all) {
      const pair = { ...first, ...second };
      const names = Object.keys(pair);
      const key = names.join();
      const isSame = names.length < 2 || names.every((name) => name.startsWith("id"));
      if (!isSame && !found.has(key) && isNarrower(pair, first, second)) found.set(key, pair);
    }
  return evenly([...found.values()]);
}

/** Pairs in such an order that each filter is in one before any is in many. */
function evenly(pairs: readonly Filter[]): Filter[] {
  const times = new Map<string, number>();
  const rank = (pair: Filter) => Object.keys(pair).reduce((sum, name) => sum + (times.get(name) ?? 0) ** 2, 0);
  const left = [...pairs];
  return pairs.map(() => {
    const next = left.reduce((best, pair) => (rank(pair) < rank(best) ? pair : best));
    left.splice(left.indexOf(next), 1);
    for (const name of Object.keys(next)) times.set(name, (times.get(name) ?? 0) + 1);
    return next;
  });
}

/** Filters that no client matches. */
export const unmatched: readonly Filter[] = [
  { fullname: "No-one-of-this-name-0x7Q" },
  { id: unknownId },
  { paid_max: 0 },
];
