import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Seen } from "../operation.ts";
import { authorizationIn } from "../tokens.ts";
import { type Collection, hasId, identityOf, Walk } from "./collection.ts";
import type { AskedList, ExpectedItems, ListKind } from "./list-kind.ts";
import { type AskedSpan, commonSpan, type Match, PossibleTimes } from "./possible-times.ts";

/** The largest page that every provider serves: a larger one may be cut short, or refused. */
export const smallestCap = limit("v1_page_cap");

const wholeNumber = (value: unknown): number | undefined =>
  /^\d{1,9}$/.test(String(value ?? "")) ? Number(value) : undefined;

/** True if a value is an id, however long. */
const isId = (value: unknown): boolean => /^\d+$/.test(String(value ?? ""));

/** Reads what a list was asked for; a parameter that is not known, or has another form than the documented one, leaves its meaning open. */
function askedOf(kind: ListKind, { input, path }: ExchangeView, isOwnerOpen: boolean): AskedList {
  const filters: Record<string, unknown> = {};
  let isOpen = isOwnerOpen;
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

/** The times that the filters of a request ask for; undefined where none is about time. */
export function spanOf(kind: ListKind, filters: AskedList["filters"]): AskedSpan | undefined {
  const spans = Object.entries(filters).flatMap(([name, value]) => kind.filters[name]?.span?.(value) ?? []);
  return spans.length > 0 ? commonSpan(spans) : undefined;
}

const strictest = (matches: readonly Match[]): Match => {
  if (matches.includes("no")) return "no";
  return matches.includes("open") ? "open" : "yes";
};

/** True if items match by their own fields, whatever their time. */
export function fieldMatcher(
  kind: ListKind,
  filters: AskedList["filters"],
  { isRuled, isSeeded }: { isRuled?: boolean; isSeeded: boolean },
): (item: Item) => Match {
  const asked = Object.entries(filters).flatMap(([name, value]) => {
    const filter = kind.filters[name];
    const isAffected = isRuled === undefined || (filter?.isRuled ?? false) === isRuled;
    return filter?.match && isAffected ? [{ match: filter.match, value }] : [];
  });
  return (item) => strictest(asked.map(({ match, value }) => match(item, value, isSeeded)));
}

/** The times that an item can have, as far as they are known by now. */
export function timesOf(kind: ListKind, collection: Collection, item: Item): PossibleTimes {
  const identity = identityOf(item);
  const known = collection.times.get(identity) ?? new PossibleTimes(kind.times?.(item, collection));
  // Items without an id may be alike, and each have another time.
  if (hasId(identity)) collection.times.set(identity, known);
  return known;
}

/** True if items match all filters at once. */
export function matcher(kind: ListKind, collection: Collection, filters: AskedList["filters"]): (item: Item) => Match {
  const span = spanOf(kind, filters);
  const matchFields = fieldMatcher(kind, filters, collection);
  return (item) => {
    const match = matchFields(item);
    return span && match !== "no" ? strictest([match, timesOf(kind, collection, item).match(span)]) : match;
  };
}

/** Everything that is known of a page that was read. */
export interface Place {
  asked: AskedList;
  collection: Collection;
  /** The filters in one word, and those with the size and the caller: which walk it is. */
  filtered: string;
  key: string;
  walk: Walk;
  /** The number of the page in its walk; undefined where it is not known which page came. */
  number: number | undefined;
  first: number | undefined;
  /** True if something must be listed beside what the collection holds. */
  hasBeside: boolean;
  /** The largest page that the list has given. */
  largest: number;
  expected: ExpectedItems;
}

export function placeOf(kind: ListKind, model: Knowledge, { view, request }: Pick<Seen, "view" | "request">): Place {
  const owner = kind.owner(view);
  const asked = askedOf(kind, view, !isId(owner));
  const { filters } = asked;
  const collection = model.collections.of(kind.collection, owner);
  const sorted = Object.keys(filters)
    .toSorted()
    .map((name) => [name, filters[name]]);
  const filtered = JSON.stringify(sorted);
  const key = JSON.stringify([filtered, asked.size ?? null, authorizationIn(request)]);
  const beside = kind.beside?.(model, view) ?? { must: [], may: [] };
  const known = [...collection.items.values()].map(({ item }) => item);
  const isBounded = kind.isBounded?.(asked) ?? true;
  const matchItem = matcher(kind, collection, filters);
  const matches = known.map((item): Match => {
    const match = asked.isOpen ? "open" : matchItem(item);
    return match === "yes" && !isBounded ? "open" : match;
  });
  const isNew = (item: Item) => !collection.items.has(identityOf(item));
  const ofMatch = (match: Match) => known.filter((_, index) => matches[index] === match);
  return {
    asked,
    collection,
    filtered,
    key,
    walk: collection.walks.get(key) ?? new Walk(),
    number: asked.isOpen ? undefined : asked.page,
    hasBeside: beside.must.length > 0,
    largest: model.constants.largestPages.get(kind.operation) ?? smallestCap,
    first: model.constants.firstPage(kind.operation).value,
    expected: {
      must: [...ofMatch("yes"), ...(asked.isOpen ? [] : beside.must.filter(isNew))],
      may: [...ofMatch("open"), ...beside.may],
      excluded: ofMatch("no"),
    },
  };
}

/** The page of a walk that an exchange is. */
export const pageOf = (request: Request, items: readonly Item[] | undefined) => ({
  request,
  identities: (items ?? []).map(identityOf),
  isRefused: items === undefined,
});
