import { days, seconds } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats.ts";
import type { ClientFilter } from "../../../generators/client-filters.ts";
import type { Item } from "../../../harness/control.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { matchOf, requirementOf } from "../lists/client-filters.ts";
import { smallestCap } from "../lists/whole-lists.ts";
import { isExact } from "../run/identities.ts";
import { countMatches, type MeantFilter } from "./filter-relations.ts";

/** Letters and digits that stand together. */
const words = /[\p{L}\p{N}]+/gu;

/** The same, with what stands within addresses and double names; other signs might be spoilt on their way. */
const joinedWords = /[\p{L}\p{N}]+([.@_-][\p{L}\p{N}]+)*/gu;

/** The filters that take a part of a value, with the field that has it and the pieces that it is cut into. Numbers may be stored without the signs that they are shown with. */
const partFields = {
  fullname: { field: "name", pieces: joinedWords },
  phone: { field: "phone", pieces: words },
  email: { field: "email", pieces: joinedWords },
  card: { field: "card", pieces: words },
} as const;

/** How long a part is, where its value has so much; a shorter one would find too many. */
const partLength = 4;

/** How long a value may be to be cut into parts; a longer one would take long, and is hardly a name. */
const longestValue = 200;

/** A part of a text, counted in letters: half of one is none. */
const cut = (text: string, start: number, end?: number): string => [...text].slice(start, end).join("");

/** A sign with two letters on each side. */
function amid(text: string, sign: string): string {
  const at = [...text].indexOf(sign);
  return cut(text, Math.max(0, at - 2), at + 3);
}

/** Every part of a text, of the usual length. */
function windowsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(partLength - 1).map((_, at) => letters.slice(at, at + partLength).join(""));
}

const isBeyondAscii = (text: string): boolean => /[^\p{ASCII}]/u.test(text);

/** The parts that stand at a place of a value, which comes in pieces. */
const places: Record<string, (pieces: readonly string[]) => string[]> = {
  // A sign that has to be escaped in an address.
  "at sign": (pieces) => pieces.filter((piece) => piece.includes("@")).map((piece) => amid(piece, "@")),
  end: (pieces) => pieces.slice(-1).flatMap((piece) => [cut(piece, -partLength), cut(piece, -2 * partLength)]),
  middle: (pieces) => windowsOf(cut(pieces.join(" "), 1, -1)).filter((part) => !part.includes(" ")),
  beginning: (pieces) =>
    pieces.slice(0, 1).flatMap((piece) => [cut(piece, 0, partLength), cut(piece, 0, 2 * partLength)]),
  "letters beyond ASCII": (pieces) => pieces.filter(isBeyondAscii),
};

/** The clients that filters are made for. */
interface KnownClients {
  clients: readonly Item[];
  /** The most that a filter may find, so that one page holds it. */
  most: number;
}

const meant = (filter: ClientFilter): MeantFilter => ({
  id: requirementOf(filter),
  filter,
  match: (item) => matchOf(item, filter),
});

/** Of what use a filter is: telling if it finds something, leaves something out, and finds so little that one page holds it. */
function use({ match }: MeantFilter, { clients, most }: KnownClients): "telling" | "too wide" | "none" {
  const { yes, no, open } = countMatches(clients, match);
  if (yes + open > most) return "too wide";
  return yes > 0 && no > 0 ? "telling" : "none";
}

/**
 * The first of several filters that tells something, if possible one that finds no more than every page holds. Where each finds no less than the
 * one before, none is looked for after one that is too wide.
 */
function firstTelling(
  known: KnownClients,
  filters: readonly ClientFilter[],
  { isWidening = false } = {},
): MeantFilter[] {
  for (const most of new Set([surelyHeld, known.most]))
    for (const filter of filters.map(meant)) {
      const found = use(filter, { ...known, most });
      if (found === "telling") return [filter];
      if (isWidening && found === "too wide") break;
    }
  return [];
}

/** How many items every page holds, and one more would do. */
const surelyHeld = smallestCap - 1;

/** The clients, from another one on for each number. */
const from = (clients: readonly Item[], start: number): Item[] => {
  const at = start % Math.max(clients.length, 1);
  return [...clients.slice(at), ...clients.slice(0, at)];
};

/** Each filter by some place of a value before any is tried by a second. */
function partFilters(known: KnownClients, seed: number): MeantFilter[] {
  const ofEach = Object.entries(partFields).map(([name, { field, pieces }]) =>
    Object.entries(places).flatMap(([place, partsOf], index) => {
      const parts = from(known.clients, seed + 5 * index)
        .map((client) => String(client[field] ?? ""))
        .filter((value) => value.length <= longestValue)
        .flatMap((value) => partsOf(value.match(pieces) ?? []))
        .filter((part) => part.length > 1);
      const different = [...new Set(parts)];
      const candidates = place === "end" ? different.toSorted(beyondAsciiFirst) : different;
      const telling = firstTelling(
        known,
        candidates.map((part) => ({ [name]: part })),
      );
      return telling.map((filter) => ({ ...filter, side: `${name} by its ${place}` }));
    }),
  );
  return Object.keys(places).flatMap((_, turn) => ofEach.flatMap((filters) => filters[turn] ?? []));
}

/** Letters beyond ASCII show more than others, should a filter be tried only once. */
const beyondAsciiFirst = (a: string, b: string): number => Number(isBeyondAscii(b)) - Number(isBeyondAscii(a));

const numbersOf = (clients: readonly Item[]): number[] =>
  [...new Set(clients.map(({ spent }) => Number(spent)).filter(Number.isFinite))].toSorted((a, b) => a - b);

/** Sums that clients spent, as bounds: near both ends, where few are found, and a fraction before a whole number. */
function* paidFilters(known: KnownClients): Iterable<MeantFilter> {
  const sums = numbersOf(known.clients);
  const byFraction = (some: readonly number[]) => some.toSorted((a, b) => Number(a % 1 === 0) - Number(b % 1 === 0));
  const [low, high] = [byFraction(sums.slice(1, 6)), byFraction(sums.slice(-6, -1))];
  yield* firstTelling(
    known,
    high.map((paid_min) => ({ paid_min })),
  );
  yield* firstTelling(
    known,
    low.map((paid_max) => ({ paid_max })),
  );
  const middle = Math.floor(sums.length / 2);
  const [least, most] = [sums[Math.max(0, middle - 1)], sums[middle + 1]];
  if (least !== undefined && most !== undefined) yield* firstTelling(known, [{ paid_min: least, paid_max: most }]);
  yield* firstTelling(
    known,
    high.toReversed().map((paid_min) => ({ paid_min })),
  );
  yield* firstTelling(
    known,
    low.toReversed().map((paid_max) => ({ paid_max })),
  );
}

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19);

const changesOf = (clients: readonly Item[]): number[] =>
  clients
    .map(({ last_change_date }) => momentOf(last_change_date))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);

/** Moments between changes, far enough from them in every time zone. */
function* changedFilters(known: KnownClients): Iterable<MeantFilter> {
  const around = [...new Set(changesOf(known.clients))].flatMap((time) => [
    time + seconds(1),
    time - days(1),
    time + days(1),
  ]);
  const moments = around.toSorted((a, b) => a - b).map(textOf);
  const late = moments.toReversed().map((changed_after) => ({ changed_after }));
  const early = moments.map((changed_before) => ({ changed_before }));
  for (const widening of [late, early]) yield* firstTelling(known, widening, { isWidening: true });
}

function* idFilters(known: KnownClients): Iterable<MeantFilter> {
  const ids = known.clients.flatMap(({ id }) => (isExact(id) ? Number(id) : []));
  const middle = ids[Math.floor(ids.length / 2)];
  const several = [ids[0], middle, ids.at(-1)].filter((id) => id !== undefined);
  if (middle !== undefined) yield* firstTelling(known, [{ id: middle }]);
  if (new Set(several).size > 1) yield* firstTelling(known, [{ "id[]": several.toReversed() }]);
}

/** Two filters at once, of which each alone finds more, so that one which is forgotten shows; of each two filters one pair. */
function pairs(known: KnownClients, singles: readonly MeantFilter[]): MeantFilter[] {
  const found = new Map<string, MeantFilter>();
  const all = [...wide(known.clients), ...singles];
  for (const [index, first] of wide(known.clients).entries())
    for (const second of all.slice(index + 1)) {
      const filter = { ...first.filter, ...second.filter } as ClientFilter;
      const kind = Object.keys(filter).toSorted().join();
      const both = meant(filter);
      const isNarrower = (single: MeantFilter) =>
        known.clients.some((client) => single.match(client) === "yes" && both.match(client) === "no");
      if (Object.keys(filter).length < 2 || found.has(kind) || use(both, known) !== "telling") continue;
      if (isNarrower(first) && isNarrower(second)) found.set(kind, both);
    }
  return evenly([...found.values()]);
}

/** Pairs in such an order that each filter is in one before any is in many. */
function evenly(some: readonly MeantFilter[]): MeantFilter[] {
  const times = new Map<string, number>();
  const left = [...some];
  const rank = ({ filter }: MeantFilter) =>
    Object.keys(filter).reduce((sum, name) => sum + (times.get(name) ?? 0) ** 2, 0);
  const ordered: MeantFilter[] = [];
  while (left.length > 0) {
    const [next] = left.toSorted((a, b) => rank(a) - rank(b));
    if (!next) break;
    left.splice(left.indexOf(next), 1);
    for (const name of Object.keys(next.filter)) times.set(name, (times.get(name) ?? 0) + 1);
    ordered.push(next);
  }
  return ordered;
}

/** Filters that find about half of all; what two of them find together is still something. */
function wide(clients: readonly Item[]): MeantFilter[] {
  const sums = numbersOf(clients);
  const median = sums[Math.floor(sums.length / 2)];
  const letters = [..."aeionrst"].filter((letter) => clients.some(({ name }) => String(name).includes(letter)));
  const changes = changesOf(clients);
  const [early, late] = [0.45, 0.55].map((share) => changes[Math.floor(share * changes.length)]);
  return [
    ...(median === undefined ? [] : [meant({ paid_min: median }), meant({ paid_max: median })]),
    ...(early === undefined ? [] : [meant({ changed_after: textOf(early - seconds(1)) })]),
    ...(late === undefined ? [] : [meant({ changed_before: textOf(late + seconds(1)) })]),
    ...letters.slice(0, 3).map((fullname) => meant({ fullname })),
  ];
}

/** How many pairs of filters are tried. */
const mostPairs = 6;

/** Filters with values of the clients that are there, those first that show most; a page is known to hold so many. */
export function clientFiltersFrom(clients: readonly Item[], seed: number, held = smallestCap): MeantFilter[] {
  const known = { clients, most: Math.max(surelyHeld, held - 1) };
  const groups = [[...idFilters(known)], [...paidFilters(known)], [...changedFilters(known)], partFilters(known, seed)];
  const singles = groups.flat();
  return [...singles, ...pairs(known, singles).slice(0, mostPairs)];
}

/** Filters that nobody fits. */
export const nobody: readonly ClientFilter[] = [{ fullname: "Nobody-of-this-name-0x7Q" }, { id: unknownId }];
