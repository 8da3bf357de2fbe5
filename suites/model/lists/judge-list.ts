import type { Item } from "../../../harness/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { authorizationIn } from "../tokens.ts";
import { Collection, hasId, identityOf, Walk } from "./collection.ts";
import type { AskedList, ExpectedItems, ListKind, Match } from "./list-kind.ts";
import { isIdentical, shorten } from "./values.ts";

/** The largest page that every provider serves: a larger one may be cut short, or refused. */
const smallestCap = limit("v1_page_cap");

/** How many values a sentence lists before it cuts them off. */
const maxListed = 12;

export function enumerate(values: readonly unknown[]): string {
  if (values.length === 0) return "none";
  const listed = values.slice(0, maxListed).map(String).join(", ");
  return `${values.length}: ${listed}${values.length > maxListed ? ", …" : ""}`;
}

/** How many differing values of one page are reported. */
const maxDiffering = 10;

const wholeNumber = (value: unknown): number | undefined =>
  /^\d{1,9}$/.test(String(value ?? "")) ? Number(value) : undefined;

/** Reads what a list was asked for; a parameter that is not known, or has another form than the documented one, leaves its meaning open. */
function askedOf(kind: ListKind, { view: { input, path } }: Seen): AskedList {
  const filters: Record<string, unknown> = {};
  let isOpen = false;
  for (const [name, value] of Object.entries(input)) {
    const filter = kind.filters[name];
    if (name === kind.page || name === kind.size || name in path || kind.ignored?.includes(name)) continue;
    if (!filter?.form(value)) isOpen = true;
    else filters[name] = value;
  }
  const [page, size] = [input[kind.page], input[kind.size]];
  const isOdd = (value: unknown) => value !== undefined && wholeNumber(value) === undefined;
  return { filters, isOpen: isOpen || isOdd(page) || isOdd(size), page: wholeNumber(page), size: wholeNumber(size) };
}

/** Whether an item matches all filters at once. */
function matchOf(kind: ListKind, filters: AskedList["filters"], item: Item): Match {
  const matches = Object.entries(filters).map(([name, value]) => kind.filters[name]?.match(item, value) ?? "open");
  if (matches.includes("no")) return "no";
  return matches.includes("open") ? "open" : "yes";
}

/** Everything that is known of a page that was read. */
interface Place {
  asked: AskedList;
  collection: Collection;
  key: string;
  walk: Walk;
  /** The number of the page in its walk; undefined where it is not known which page came. */
  number: number | undefined;
  first: number | undefined;
  expected: ExpectedItems;
}

function placeOf(kind: ListKind, model: Knowledge, seen: Seen): Place {
  const { view, request } = seen;
  const asked = askedOf(kind, seen);
  const collection = model.collections.of(kind.collection, kind.owner(view));
  const key = JSON.stringify([
    Object.keys(asked.filters)
      .toSorted()
      .map((name) => [name, asked.filters[name]]),
    asked.size ?? null,
    authorizationIn(request),
  ]);
  const beside = kind.beside?.(model, view) ?? { must: [], may: [], not: [] };
  const known = [...collection.items.values()].map(({ item }) => item);
  const ofMatch = (match: Match) => known.filter((item) => matchOf(kind, asked.filters, item) === match);
  return {
    asked,
    collection,
    key,
    walk: collection.walks.get(key) ?? new Walk(),
    number: asked.isOpen ? undefined : asked.page,
    first: model.constants.firstPage(kind.operation).value,
    expected: asked.isOpen
      ? { must: [], may: known, excluded: [] }
      : {
          must: [...ofMatch("yes"), ...beside.must],
          may: [...ofMatch("open"), ...beside.may],
          excluded: ofMatch("no"),
        },
  };
}

/** The page of a walk that an exchange is. */
const pageOf = (request: Request, items: readonly Item[] | undefined) => ({
  request,
  identities: (items ?? []).map(identityOf),
  isRefused: items === undefined,
});

/** The cells that a reading shows: of its only filter, of several at once, or of the pages of the whole list. */
function cellsOf(kind: ListKind, { asked: { filters }, expected: { must, excluded } }: Place): readonly string[] {
  const names = Object.keys(filters).filter((name) => !kind.filters[name]?.isBase);
  if (names.length > 1 && kind.several) return [kind.several];
  const shown = names.length > 0 ? names : Object.keys(filters);
  const cells = shown.flatMap((name) => kind.filters[name]?.cells(filters[name], must, excluded) ?? []);
  return cells.length > 0 ? cells : [kind.pages];
}

/** What a v1 list may hold, by everything that is known of its items. */
export const listModel = (kind: ListKind): OperationModel => ({
  judge(model, seen) {
    const { view, request } = seen;
    const place = placeOf(kind, model, seen);
    const { items } = view;
    if (view.status >= 400) return refusalClauses(kind, model, place, view.status);
    if (!items) return [];
    const walk = place.number === undefined ? undefined : place.walk.with(place.number, pageOf(request, items));
    return [
      ...valueClauses(kind, place, items),
      ...ownClauses(kind, model, place, view, items),
      ...(walk
        ? [
            ...repeatedClauses(kind, place, walk, items),
            ...wholeClauses(kind, model, place, walk, items),
            ...sliceClauses(kind, place, items),
          ]
        : []),
      ...(kind.meta?.({ ...place, items, view }, model) ?? []),
    ];
  },

  learn(model, seen) {
    const { view, request } = seen;
    const place = placeOf(kind, model, seen);
    const { collection, number, key, asked } = place;
    const isRefused = view.status >= 400;
    if ((!view.items && !isRefused) || view.status === 429 || view.status >= 500) return;
    if (number !== undefined) {
      const walk = place.walk.with(number, pageOf(request, view.items));
      collection.walks.set(key, walk);
      learnFirstPage(kind, model, walk);
      const { value: first } = model.constants.firstPage(kind.operation);
      const isAll = Object.keys(asked.filters).every((name) => kind.filters[name]?.isBase);
      const { identities, reads, hasEnd } = walk.join(first ?? 1);
      if (!collection.isSeeded && isAll && hasEnd && first !== undefined) collection.whole ??= { identities, reads };
    }
    if (!collection.isSeeded)
      for (const item of view.items ?? []) collection.items.set(identityOf(item), { item, by: request });
  },
});

/** The number of the first page is open: once pages 0 and 1 were read, it is known. */
function learnFirstPage(kind: ListKind, model: Knowledge, { pages }: Walk): void {
  const [zeroth, first] = [pages.get(0), pages.get(1)];
  if (!zeroth || !first) return;
  const onFirst = new Set(first.identities);
  const isZeroBased = zeroth.identities.length > 0 && !zeroth.identities.some((identity) => onFirst.has(identity));
  model.constants.firstPage(kind.operation).agrees(isZeroBased ? 0 : 1);
}

/** With these statuses something else is refused than what was asked for. */
const otherRefusals = new Set([401, 403, 404, 429]);

/** What is described, and holds something, is served. */
function refusalClauses(kind: ListKind, model: Knowledge, place: Place, status: number): Clause[] {
  const { asked, expected, number, first } = place;
  if (otherRefusals.has(status) || status >= 500 || asked.isOpen || !kind.isDescribed(asked, model)) return [];
  const isBeyond =
    number !== undefined &&
    (number - (first ?? 1)) * (asked.size ?? smallestCap) >= expected.must.length &&
    number > (first ?? 1);
  if ((asked.size ?? 1) < 1 || isBeyond || (number === 0 && first !== 0) || (asked.size ?? 0) > smallestCap) return [];
  return cellsOf(kind, place)
    .slice(0, 1)
    .map((cell) => ({ cell, holds: false, found: `the status ${status}`, expected: "200" }));
}

/** Items say what they were seeded with, or what they said before. */
function valueClauses(kind: ListKind, { collection }: Place, items: readonly Item[]): Clause[] {
  const { fields } = kind;
  if (!fields) return [];
  const clauses: Clause[] = [];
  const held = new Set<string>();
  for (const [index, item] of items.entries()) {
    const known = hasId(identityOf(item)) ? collection.items.get(identityOf(item)) : undefined;
    if (!known) continue;
    for (const [name, value] of Object.entries(known.item)) {
      if (!(name in item) || fields.moving?.includes(name)) continue;
      const { cell = fields.cell, isSame = isIdentical } = fields.of?.[name] ?? {};
      // What was read before is said in the same words.
      const holds = known.by ? isIdentical(item[name], value) : isSame(item[name], value);
      if (holds) held.add(cell);
      else if (clauses.length < maxDiffering)
        clauses.push({
          cell,
          holds: false,
          found: `${name} ${shorten(item[name])} of ${String(item.id)}`,
          expected: `${shorten(value)}${known.by ? ", as before" : ""}`,
          pointer: `/data/${index}/${name}`,
          ...(known.by ? { reads: [known.by] } : {}),
        });
    }
  }
  return [...clauses, ...[...held].map((cell) => ({ cell, holds: true, found: "", expected: "" }))];
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
  const elsewhere = strangers.filter(
    (identity) => gone.has(identity) || model.collections.othersWith(kind.collection, collection, identity),
  );
  const areKnown = items.some((item) => collection.items.has(identityOf(item)));
  // Where no item is known by its id, as with records whose fields are not shown, nothing is a stranger.
  const unknown =
    collection.isSeeded && (areKnown || collection.items.size === 0)
      ? strangers.filter((identity) => !elsewhere.includes(identity))
      : [];
  const clause = (cell: string, found: readonly string[], expected_: string): Clause => ({
    cell,
    holds: found.length === 0,
    found: enumerate(found),
    expected: expected_,
    pointer: "/data",
  });
  const isTelling = items.length > 0 && model.collections.hasOthers(kind.collection, collection);
  return [
    ...(elsewhere.length > 0 || isTelling ? [clause(kind.own, elsewhere, "nothing of another")] : []),
    ...(unknown.length > 0 ? [clause(kind.pages, unknown, "only what exists")] : []),
  ];
}

/** The pages of one size hold each item once. */
function repeatedClauses(kind: ListKind, { number, first }: Place, walk: Walk, items: readonly Item[]): Clause[] {
  const own = items.map(identityOf).filter(hasId);
  const others = [...walk.pages].filter(([other]) => other !== number && other >= (first ?? 1));
  const elsewhere = new Set(others.flatMap(([, page]) => page.identities));
  const isNew = own.some((identity) => !elsewhere.has(identity));
  // What a page beyond the last one holds is open: one without anything new may be such.
  const repeated = isNew
    ? own.filter((identity, index) => elsewhere.has(identity) || own.indexOf(identity) !== index)
    : [];
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

/** A list that was read to its end holds everything that it must. */
function wholeClauses(kind: ListKind, model: Knowledge, place: Place, walk: Walk, items: readonly Item[]): Clause[] {
  const { asked, expected, first } = place;
  const { identities, hasEnd } = walk.join(first ?? 1);
  const { must, may, excluded } = expected;
  const found = new Set(identities);
  const isNamed = must.length === 0 || items.length === 0 || identities.some(hasId);
  const missing = must.filter((item) => !found.has(identityOf(item)));
  const isShort = asked.size !== undefined && items.length < Math.min(asked.size, smallestCap);
  // A page that is shorter than was asked for may be followed by others, unless nothing is missing.
  if (!hasEnd && !(isShort && missing.length === 0)) return [];
  if (first === undefined && missing.length > 0) return [];
  const holds = isNamed
    ? missing.length === 0
    : identities.length >= must.length && identities.length <= must.length + may.length;
  const isTelling = must.length > 0 && excluded.length > 0;
  const hasPages = walk.pages.size > 1 && must.length > 0;
  const cells = cellsOf(kind, place).filter((cell) => !holds || (cell === kind.pages ? hasPages : isTelling));
  return cells.map((cell) => ({
    cell,
    holds,
    found: isNamed ? `not ${enumerate(missing.map(identityOf))}` : `${identities.length} items`,
    expected: isNamed ? `each of ${enumerate(must.map(identityOf))}` : String(must.length),
    pointer: "/data",
    ...(place.collection.isSeeded
      ? {}
      : { reads: missing.flatMap((item) => place.collection.items.get(identityOf(item))?.by ?? []) }),
  }));
}

/** A page of another size is a slice of the whole list, wherever the first page of that size is its beginning: an order is not promised. */
function sliceClauses(
  kind: ListKind,
  { asked, collection, walk, number, first }: Place,
  items: readonly Item[],
): Clause[] {
  const { whole } = collection;
  const isAll = Object.keys(asked.filters).every((name) => kind.filters[name]?.isBase);
  if (!whole || !isAll || asked.size === undefined || first === undefined || number === undefined || number <= first)
    return [];
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
