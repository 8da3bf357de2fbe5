import { idOf } from "../../../base/foreign-json.ts";
import { counted } from "../../../base/text/wording.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import { deniesExistence } from "../not-found.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { authorizationIn } from "../tokens.ts";
import { type Collection, hasId, identityOf, type KnownItem, type Walk, type WalkPage } from "./collection.ts";
import type { ListFilter, ListKind, ReadPage } from "./list-kind.ts";
import { fieldMatcher, matcher, type Place, pageOf, placeOf, smallestCap, spanOf, timesOf } from "./place.ts";
import { PossibleTimes } from "./possible-times.ts";
import { isIdentical, shorten } from "./values.ts";

/** The number of values that a sentence lists before it cuts them off. */
const maxListed = 12;

/** Several values in words: how many, and the first of them. */
export function enumerate(values: readonly unknown[]): string {
  if (values.length === 0) return "none";
  const listed = values.slice(0, maxListed).map(String).join(", ");
  return `${values.length}: ${listed}${values.length > maxListed ? ", …" : ""}`;
}

const named = (items: readonly Item[]): string => enumerate(items.map(identityOf));

/** The number of differing values of one page that are reported. */
const maxDiffering = 10;

/** The filters of a request that decide what it shows: all but those that stand in every request, unless there are no others. */
function decisiveFilters(kind: ListKind, { asked: { filters } }: Place): [ListFilter, unknown][] {
  const all = Object.entries(filters).flatMap(([name, value]): [ListFilter, unknown][] => {
    const filter = kind.filters[name];
    return filter ? [[filter, value]] : [];
  });
  const others = all.filter(([{ isBase }]) => !isBase);
  return others.length > 0 ? others : all;
}

/** The cells that a reading shows where it holds: of its only filter, of several at once, or of the pages of the whole list. */
function cellsOf(kind: ListKind, place: Place): readonly CellId[] {
  const filters = decisiveFilters(kind, place);
  const isBase = filters.every(([filter]) => filter.isBase);
  if (filters.length > 1 && !isBase && kind.several) return [kind.several];
  const cells = filters.flatMap(([{ cell, cells: shown }, value]) => shown?.(value, place.expected) ?? [cell]);
  return cells.length > 0 ? [...new Set(cells)] : [...new Set([kind.pages, kind.whole ?? kind.pages])];
}

/** The cell that is broken where a reading lacks items, or holds others: of the pages, where the same filters found them in another walk. */
function brokenCell(kind: ListKind, place: Place, items: readonly Item[]): CellId {
  const whole = place.collection.wholes.get(place.filtered);
  const found = new Set(whole?.walk === place.key ? [] : whole?.identities);
  const filters = decisiveFilters(kind, place);
  const [filter] = filters;
  if (found.size > 0 && items.every((item) => found.has(identityOf(item)))) return kind.pages;
  if (!filter) return kind.whole ?? kind.pages;
  return filters.length > 1 && !filter[0].isBase && kind.several ? kind.several : filter[0].cell;
}

/** The model of a v1 list, by everything that is known of its items. */
export const listModel = (kind: ListKind): OperationModel => ({
  judge(model, seen) {
    const { view, request } = seen;
    const place = placeOf(kind, model, seen);
    const { items } = view;
    if (view.status >= 400) return refusalClauses(kind, model, place, seen);
    if (!items) return [];
    const walk = place.number === undefined ? undefined : place.walk.with(place.number, pageOf(request, items));
    return [
      ...valueClauses(kind, place, items),
      ...ownClauses(kind, model, place, view, items),
      ...strayClauses(kind, place, items),
      ...(walk
        ? [
            ...skippedClauses(kind, place, items),
            ...repeatedClauses(kind, model, place, walk, items),
            ...wholeClauses(kind, place, walk, items),
            ...sliceClauses(kind, place, items),
          ]
        : emptyClauses(kind, place, items)),
      ...(kind.meta?.(readPage(place, request, items, view), model) ?? []),
    ];
  },

  learn(model, seen) {
    const { view, request } = seen;
    const place = placeOf(kind, model, seen);
    const { collection, number } = place;
    const isRefused = view.status >= 400;
    if ((!view.items && !isRefused) || view.status === 429 || view.status >= 500) return;
    const { items } = view;
    kind.learn?.(items ? readPage(place, request, items, view) : place.asked, model, request);
    // A refusal says nothing of the items.
    if (items) {
      const { largestPages } = model.constants;
      if (place.asked.size !== undefined)
        largestPages.set(kind.operation, Math.max(largestPages.get(kind.operation) ?? smallestCap, items.length));
      if (collection.isSeeded) noteShown(collection, items);
      else learnItems(place, request, items);
      learnTimes(kind, place, request, items);
    }
    if (number === undefined) return;
    const walk = place.walk.with(number, pageOf(request, view.items));
    collection.walks.set(place.key, walk);
    learnFirstPage(kind, model, place, walk);
    learnLastPage(kind, model, place, walk);
    learnWhole(kind, model, place, walk);
  },
});

/** A page with what its walk gave so far. */
function readPage(place: Place, request: Request, items: readonly Item[], view: ExchangeView): ReadPage {
  const { number = 0, first = 1 } = place;
  const { identities, reads, hasEnd } = place.walk.with(number, pageOf(request, items)).join(first);
  const isReached = reads.length > number - first && number >= first;
  const walked = {
    count: isReached ? identities.length : items.length,
    isWhole: isReached && (hasEnd || isShortPage(place, items)),
    reads,
  };
  return { ...place, items, view, walked };
}

const isSameRead = (a: Request, b: Request): boolean =>
  a.url === b.url && a.body === b.body && authorizationIn(a) === authorizationIn(b);

/** Keeps how seeded items were shown first. */
function noteShown({ shown }: Collection, items: readonly Item[]): void {
  for (const item of items) {
    const identity = identityOf(item);
    if (hasId(identity) && !shown.has(identity)) shown.set(identity, item);
  }
}

/** Keeps the items of a page; those that the same read showed before, and shows no more, are forgotten. */
function learnItems({ collection }: Place, request: Request, items: readonly Item[]): void {
  const shown = new Set(items.map(identityOf));
  for (const [identity, { by }] of collection.items)
    if (by && !shown.has(identity) && isSameRead(by, request)) collection.items.delete(identity);
  for (const item of items) {
    const identity = identityOf(item);
    const known = collection.items.get(identity);
    // A changed item may have another time.
    if (known && !isIdentical(known.item, item)) collection.times.delete(identity);
    collection.items.set(identity, { item, by: request });
  }
}

/** Keeps what a list held in all, once it was read to its end. */
function learnWhole(kind: ListKind, model: Knowledge, { collection, filtered, key }: Place, walk: Walk): void {
  const { value: first } = model.constants.firstPage(kind.operation);
  if (first === undefined) return;
  const { identities, reads, hasEnd } = walk.join(first);
  if (hasEnd && (collection.wholes.get(filtered)?.walk ?? key) === key)
    collection.wholes.set(filtered, { walk: key, identities, reads });
}

/** An item that was found has a time that was asked for; one that a list read to its end does not hold, though all else fits, has none. */
function learnTimes(kind: ListKind, place: Place, request: Request, items: readonly Item[]): void {
  const { asked, collection, first, number } = place;
  const span = spanOf(kind, asked.filters);
  if (!span || asked.isOpen) return;
  const narrow = (item: Item, isFound: boolean) => timesOf(kind, collection, item).narrow(isFound, span, request);
  const match = fieldMatcher(kind, asked.filters, collection);
  for (const item of items) if (match(item) !== "no") narrow(item, true);
  if (number === undefined || first === undefined) return;
  const { identities, hasEnd, reads } = place.walk.with(number, pageOf(request, items)).join(first);
  // A short page is the last one, and shows what the list lacks where all pages before it were read.
  const isReached = reads.length > number - first;
  if (!hasEnd && !(isReached && asked.size !== undefined && items.length < Math.min(asked.size, smallestCap))) return;
  const found = new Set(identities);
  for (const { item } of collection.items.values()) {
    const isMissing = !found.has(identityOf(item)) && match(item) === "yes";
    // A missing item may stand on the next page.
    if (isMissing && (hasEnd || timesOf(kind, collection, item).match(span) !== "yes")) narrow(item, false);
  }
}

/** The number of the first page is open: it is known once what pages 0 and 1 hold decides it, or page 1 is seen to begin the list. */
function learnFirstPage(kind: ListKind, model: Knowledge, { asked, collection, expected }: Place, walk: Walk): void {
  const [zeroth, first] = [walk.pages.get(0), walk.pages.get(1)];
  const { must } = expected;
  const constant = model.constants.firstPage(kind.operation);
  if (constant.value !== undefined || !first) return;
  if (zeroth) {
    const isOn = (page: WalkPage) => zeroth.identities.some((identity) => page.identities.includes(identity));
    const { length } = zeroth.identities;
    if (length > 0 && !isOn(first)) constant.agrees(0);
    if (length === 0 && first.identities.length > 0) constant.agrees(1);
    // A list that fits on one page may be repeated on each that follows.
    const isLonger = length >= (asked.size ?? Number.POSITIVE_INFINITY) || must.length > length;
    if (isOn(first) && (isLonger || [...walk.pages.values()].some((page) => !isOn(page)))) constant.agrees(1);
  } else if (collection.isSeeded && must.length > 0) {
    const { identities } = walk.join(1);
    const found = new Set(identities);
    const isWhole = identities.some(hasId)
      ? must.every((item) => found.has(identityOf(item)))
      : identities.length >= must.length;
    if (isWhole) constant.agrees(1);
  }
}

/** The answer after the last page is open, and the same for every list that the operation gives. */
function learnLastPage(kind: ListKind, model: Knowledge, { number = 0, first }: Place, walk: Walk): void {
  const page = walk.pages.get(number);
  if (!page || page.isRefused || first === undefined || number <= first) return;
  const before = [...walk.pages]
    .filter(([other]) => other >= first && other < number)
    .flatMap(([, { identities }]) => identities);
  const isBeyond =
    before.length > 0 && walk.join(first).hasEnd && page.identities.every((identity) => before.includes(identity));
  if (isBeyond) model.constants.beyondLast(kind.operation).agrees(page.identities.length === 0 ? "empty" : "repeated");
}

/** With these statuses something else is refused than what was asked for. */
const otherRefusals = new Set([401, 403, 429]);

/** A described list that holds something is served, and one that holds something is found. */
function refusalClauses(kind: ListKind, model: Knowledge, place: Place, seen: Seen): Clause[] {
  const { asked, expected, number, first, collection } = place;
  const { status } = seen.view;
  const isWrong = status === 404 ? deniesExistence(model, seen) : kind.isDescribed(asked, model);
  if (otherRefusals.has(status) || status >= 500 || asked.isOpen || !isWrong) return [];
  // The first page of a list without anything may be beyond its last one, too; while the number of the first is not known, so may page 1.
  const pagesBefore = number === undefined ? 0 : number - (first ?? 0);
  const isBeyond = pagesBefore * (asked.size ?? smallestCap) >= expected.must.length;
  // Which page comes without a size, and which size without a page, is open.
  const isHalf = (number === undefined) !== (asked.size === undefined);
  if (isHalf || (asked.size ?? 1) < 1 || isBeyond || (number === 0 && first !== 0) || (asked.size ?? 0) > smallestCap)
    return [];
  const cell = brokenCell(kind, place, expected.must);
  const reads = readsOf(expected.must.map((item) => collection.items.get(identityOf(item))));
  const clause: Clause = { cell, holds: false, found: `the status ${status}`, expected: "200" };
  // Where others write, what is known may be gone.
  return [collection.isSeeded ? clause : { ...clause, reads }];
}

/** The reads that showed what is known of items. */
const readsOf = (known: readonly (KnownItem | undefined)[]): Request[] => known.flatMap((item) => item?.by ?? []);

/** Items say what they were seeded with, or what they said before. */
function valueClauses(kind: ListKind, { collection }: Place, items: readonly Item[]): Clause[] {
  const { fields } = kind;
  if (!fields) return [];
  const clauses: Clause[] = [];
  const held = new Set<CellId>();
  for (const [index, item] of items.entries()) {
    const known = hasId(identityOf(item)) ? collection.items.get(identityOf(item)) : undefined;
    if (!known) continue;
    const before = known.by ? known.item : collection.shown.get(identityOf(item));
    for (const [name, value] of Object.entries(known.item)) {
      if (!(name in item) || fields.moving?.includes(name)) continue;
      const { cell = fields.cell, isSame = isIdentical } = fields.of?.[name] ?? {};
      const isTrue = known.by !== undefined || isSame(item[name], value);
      // An item that was read before is described in the same words.
      const isAsBefore = !(before && name in before) || isIdentical(item[name], before[name]);
      if (isTrue && isAsBefore) held.add(cell);
      else if (clauses.length < maxDiffering)
        clauses.push({
          cell,
          holds: false,
          found: `${name} ${shorten(item[name])} of ${String(idOf(item))}`,
          expected: isTrue ? `${shorten(before?.[name])}, as before` : shorten(value),
          pointer: `/data/${index}/${name}`,
          ...(known.by ? { reads: [known.by] } : {}),
        });
    }
  }
  return [...clauses, ...[...held].map((cell): Clause => ({ cell, holds: true, found: "", expected: "" }))];
}

/** A list holds nothing of another owner, and nothing that does not exist. */
function ownClauses(
  kind: ListKind,
  model: Knowledge,
  { collection, expected }: Place,
  view: ExchangeView,
  items: readonly Item[],
): Clause[] {
  const beside = new Set([...expected.must, ...expected.may].map(identityOf));
  const strangers = items
    .map(identityOf)
    .filter((identity) => hasId(identity) && !collection.items.has(identity) && !beside.has(identity));
  const gone = new Set((kind.beside?.(model, view).not ?? []).map(identityOf));
  const areKnown = items.some((item) => collection.items.has(identityOf(item)));
  // Where no item is known by its id, as with records whose fields are not shown, nothing is a stranger.
  const isComplete = collection.isSeeded && (areKnown || collection.items.size === 0);
  const isElsewhere = (identity: string) =>
    collection.isSeeded && model.collections.othersWith(kind.collection, collection, identity);
  const foreign = strangers.filter((identity) => gone.has(identity) || isComplete || isElsewhere(identity));
  const isConclusive = isComplete && items.length > 0 && model.collections.hasOthers(kind.collection, collection);
  // That the list holds what was seeded shows nothing of Locations that connect the application.
  if (foreign.length === 0 && (!isConclusive || kind.beside)) return [];
  return [
    {
      cell: kind.own,
      holds: foreign.length === 0,
      found: enumerate(foreign),
      expected: "nothing of another, and nothing that does not exist",
      pointer: "/data",
    },
  ];
}

/** A filter finds nothing that is known not to match; what an item shows by its own fields is judged by rules, where there are some. */
function strayClauses(kind: ListKind, place: Place, items: readonly Item[]): Clause[] {
  const { asked, collection } = place;
  if (asked.isOpen) return [];
  const span = spanOf(kind, asked.filters);
  const areRuled = Object.keys(asked.filters).every((name) => kind.filters[name]?.isRuled ?? kind.filters[name]?.match);
  const areSeveral = kind.several !== undefined && decisiveFilters(kind, place).length > 1;
  const matchRuled = fieldMatcher(kind, asked.filters, { isRuled: true, isSeeded: collection.isSeeded });
  const match = matcher(kind, collection, asked.filters);
  const strays = items.filter((item) => {
    const known = collection.items.get(identityOf(item));
    const isPlain =
      areRuled && span !== undefined && new PossibleTimes(kind.times?.(item, collection)).match(span) === "no";
    // Rules blame the filter that is broken, and not that several at once do not hold.
    const isRuled = !areSeveral && (isPlain || matchRuled(item) === "no");
    return !isRuled && match(known?.item ?? item) === "no";
  });
  if (strays.length === 0) return beyondWhole(kind, place, items);
  const known = strays.map((item) => collection.items.get(identityOf(item)));
  const reads = [...readsOf(known), ...strays.flatMap((item) => timesOf(kind, collection, item).reads)];
  return [
    {
      cell: brokenCell(kind, place, strays),
      holds: false,
      found: named(strays),
      expected: "only what the filters ask for",
      pointer: "/data",
      ...(collection.isSeeded ? {} : { reads, forget: () => forgetTimes(kind, collection, strays) }),
    },
  ];
}

function forgetTimes(kind: ListKind, collection: Collection, items: readonly Item[]): void {
  for (const item of items) timesOf(kind, collection, item).forget();
}

/** Items that a filter finds are found without it too. */
function beyondWhole(kind: ListKind, place: Place, items: readonly Item[]): Clause[] {
  const { asked, collection } = place;
  const base = Object.entries(asked.filters).filter(([name]) => kind.filters[name]?.isBase);
  const whole = collection.wholes.get(JSON.stringify(base.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  if (collection.isSeeded || !whole || base.length === Object.keys(asked.filters).length) return [];
  const known = new Set(whole.identities);
  const others = items.filter((item) => !known.has(identityOf(item)));
  const isConclusive = items.length > 0 && items.length < known.size;
  if (others.length === 0 && !isConclusive) return [];
  return [
    {
      cell: others.length > 0 ? brokenCell(kind, place, others) : (cellsOf(kind, place)[0] ?? kind.pages),
      holds: others.length === 0,
      found: named(others),
      expected: "nothing that the list without the filter lacks",
      pointer: "/data",
      reads: whole.reads,
    },
  ];
}

/** Which page comes where none is asked for is open, but it is not empty. */
function emptyClauses(kind: ListKind, { asked, expected, collection }: Place, items: readonly Item[]): Clause[] {
  const isAsked = asked.isOpen || asked.page !== undefined || asked.size === 0 || expected.must.length === 0;
  if (isAsked) return [];
  const reads = readsOf(expected.must.slice(0, 1).map((item) => collection.items.get(identityOf(item))));
  return [
    {
      cell: kind.pages,
      holds: items.length > 0,
      found: "an empty list",
      expected: "the first items",
      pointer: "/data",
      ...(collection.isSeeded ? {} : { reads }),
    },
  ];
}

/** A later page is not empty while those before it cannot hold everything: no page holds more than was asked for. */
function skippedClauses(kind: ListKind, place: Place, items: readonly Item[]): Clause[] {
  const { number, first, asked, expected, collection } = place;
  if (items.length > 0 || number === undefined || first === undefined || number <= first) return [];
  const before = (number - first) * (asked.size ?? Number.POSITIVE_INFINITY);
  if (before === 0 || before >= expected.must.length) return [];
  const reads = readsOf(expected.must.map((item) => collection.items.get(identityOf(item))));
  return [
    {
      cell: brokenCell(kind, place, expected.must),
      holds: false,
      found: `nothing on page ${number} of ${asked.size}`,
      expected: `items, since there are ${expected.must.length}`,
      pointer: "/data",
      ...(collection.isSeeded ? {} : { reads }),
    },
  ];
}

/** The pages of one size hold each item once. */
function repeatedClauses(
  kind: ListKind,
  model: Knowledge,
  { number, first }: Place,
  walk: Walk,
  items: readonly Item[],
): Clause[] {
  // The content of a page before the first one is open.
  if (number !== undefined && number < (first ?? 1)) return [];
  const own = items.map(identityOf).filter(hasId);
  const others = [...walk.pages].filter(([other]) => other !== number && other >= (first ?? 1));
  const elsewhere = new Set(others.flatMap(([, page]) => page.identities));
  const isNew = own.some((identity) => !elsewhere.has(identity));
  // The content of a page beyond the last one is a choice of the provider: one without anything new may be such.
  const isBeyond = !isNew && model.constants.beyondLast(kind.operation).value !== "empty";
  const repeated = isBeyond
    ? []
    : own.filter((identity, index) => elsewhere.has(identity) || own.indexOf(identity) !== index);
  if (repeated.length === 0 && (others.length === 0 || !isNew)) return [];
  return [
    {
      cell: kind.pages,
      holds: repeated.length === 0,
      found: `on two pages ${enumerate(repeated)}`,
      expected: "each item once",
      pointer: "/data",
      reads: others.map(([, page]) => page.request),
    },
  ];
}

/** True if a page is shorter than was asked for, and than the list has given: then it is likely to be the last one. */
const isShortPage = (place: Place, items: readonly Item[]): boolean =>
  place.asked.size !== undefined && items.length < Math.min(place.asked.size, place.largest);

/** The sum of a walk, and the items that it lacks. */
function sumOf(place: Place, walk: Walk, items: readonly Item[]) {
  const {
    expected: { must },
    first,
  } = place;
  const { identities, hasEnd } = walk.join(first ?? 1);
  const found = new Set([...identities, ...items.map(identityOf)]);
  const isNamed = must.length === 0 || identities.length === 0 || identities.some(hasId);
  const missing = must.filter((item) => !found.has(identityOf(item)));
  return { identities, hasEnd, isNamed, missing, isShort: isShortPage(place, items) };
}

/** A list that was read to its end holds everything that it must. */
function wholeClauses(kind: ListKind, place: Place, walk: Walk, items: readonly Item[]): Clause[] {
  const { expected, first, collection } = place;
  const { must, may, excluded } = expected;
  const { identities, hasEnd, isNamed, missing, isShort } = sumOf(place, walk, items);
  // A page that is shorter than was asked for may be followed by others, unless nothing is missing.
  if (!hasEnd && !(isShort && missing.length === 0)) return [];
  if (first === undefined && missing.length > 0) return [];
  const holds = isNamed
    ? missing.length === 0
    : identities.length >= must.length && identities.length <= must.length + may.length;
  const isConclusive = must.length > 0 && excluded.length > 0;
  const hasPages = walk.pages.size > 1 && must.length > 0;
  const shown = cellsOf(kind, place).filter((cell) =>
    cell === kind.pages ? hasPages : isConclusive || (cell === kind.whole && place.hasBeside),
  );
  const cells = holds ? shown : [brokenCell(kind, place, missing)];
  const reads = missing.flatMap((item) => [
    ...readsOf([collection.items.get(identityOf(item))]),
    ...timesOf(kind, collection, item).reads,
  ]);
  return cells.map(
    (cell): Clause => ({
      cell,
      holds,
      found: isNamed ? `not ${named(missing)}` : counted(identities.length, "item"),
      expected: isNamed ? `each of ${named(must)}` : String(must.length),
      pointer: "/data",
      pages: [...walk.pages.values()].map(({ request }) => request),
      ...(collection.isSeeded ? {} : { reads, forget: () => forgetTimes(kind, collection, missing) }),
    }),
  );
}

/** A page of another size is a slice of the whole list, wherever the first page of that size is its beginning: an order is not promised. */
function sliceClauses(kind: ListKind, place: Place, items: readonly Item[]): Clause[] {
  const { asked, collection, walk, number, first } = place;
  const whole = collection.wholes.get(place.filtered);
  if (!whole || asked.size === undefined || first === undefined || number === undefined || number <= first) return [];
  const beginning = walk.pages.get(first)?.identities;
  const isSame = (a: readonly string[], b: readonly string[]) => a.join("\n") === b.join("\n");
  if (!beginning || !isSame(beginning, whole.identities.slice(0, asked.size))) return [];
  const expected = whole.identities.slice((number - first) * asked.size, (number - first + 1) * asked.size);
  const found = items.map(identityOf);
  // A page may be shorter than it was asked for, but it is not empty while there is more.
  if (expected.length === 0 || (found.length > 0 && found.length < expected.length)) return [];
  return [
    {
      cell: kind.pages,
      holds: isSame(found, expected),
      found: `on page ${number} of ${asked.size} ${enumerate(found)}`,
      expected: enumerate(expected),
      pointer: "/data",
      reads: whole.reads,
    },
  ];
}

/** The state of a walk, which decides whether a driver reads on. */
export interface WalkState {
  /** True if something that must be there has not come, or may still come. */
  isOpen: boolean;
  /** True if it has certainly ended. */
  hasEnd: boolean;
  /** The page that comes next. */
  next: number;
}

/** The state of a walk, by the last page that was read of it. */
export function walkStateOf(
  kind: ListKind,
  model: Knowledge,
  seen: { view: ExchangeView; request: Request },
): WalkState {
  const place = placeOf(kind, model, seen);
  const { items } = seen.view;
  const number = place.number ?? 1;
  if (!items) return { isOpen: false, hasEnd: true, next: number };
  const { hasEnd, missing, isShort, isNamed, identities } = sumOf(place, place.walk, items);
  const lacks = isNamed ? missing.length > 0 : identities.length < place.expected.must.length;
  return { isOpen: !hasEnd && (lacks || !isShort), hasEnd, next: number + 1 };
}
