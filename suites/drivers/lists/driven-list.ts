import type { Item } from "../../../harness/control/control.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { walkStateOf } from "../../model/lists/judge-list.ts";
import type { ListKind } from "../../model/lists/list-kind.ts";
import { matcher, smallestCap } from "../../model/lists/place.ts";
import type { Match } from "../../model/lists/possible-times.ts";
import { viewOf } from "../../rules/exchange-view.ts";
import type { World } from "../../schedule/run/world.ts";

/** The parameters of a list beside its page, by name; several values of one name as a list. */
export type Filter = Readonly<Record<string, unknown>>;

/** A v1 list of a Location or an application, as a driver asks for it. */
export interface DrivenList {
  kind: ListKind;
  owner: number;
  /** The parameters that every request for it has. */
  base: Filter;
  /** The request for a page of a size, or for none in particular. */
  request: (filter: Filter, page?: number, size?: number) => Request;
}

/** A query with each value of a filter; those that are undefined are left out. */
export const queryOf = (filter: Filter): (readonly [string, string])[] =>
  Object.entries(filter).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)] as const])),
  );

/** The number of items that a page is asked for where its size does not matter: it may be cut short, or refused. */
const largePage = 100;

/** How a list is read. */
interface Reading {
  size?: number | undefined;
  /** The number of pages that are read at most. */
  maxPages?: number;
  /** True if the list is read until it has certainly ended. */
  toEnd?: boolean;
}

/** The size of pages that a list is asked for where it does not matter; one that refused a large page gets small ones. */
const usualSize = ({ facts }: World, { kind }: DrivenList): number =>
  facts.model.constants.smallPages.has(kind.operation) ? smallestCap : largePage;

/** Reads a list until it has ended, or until everything that is known to be there has come. Returns the last response. */
export async function readList(...reading: Parameters<typeof readWhole>): Promise<Exchange> {
  const [world, { kind }] = reading;
  const exchange = await readWhole(...reading);
  const { value: first } = world.facts.model.constants.firstPage(kind.operation);
  if (first !== undefined) world.observe(`LOC-12: number of the first page of ${kind.operation}`, first);
  return exchange;
}

async function readWhole(
  world: World,
  list: DrivenList,
  filter: Filter = {},
  { size, maxPages = 60, toEnd = false }: Reading = {},
): Promise<Exchange> {
  const { constants } = world.facts.model;
  const { operation } = list.kind;
  const asked = { ...list.base, ...filter };
  const count = size ?? usualSize(world, list);
  const first = constants.firstPage(operation).value;
  const last = await readFrom(world, list, asked, first ?? 1, { size: count, maxPages, toEnd });
  const isRefused = last.response.status >= 400;
  if (isRefused && count > smallestCap && !constants.smallPages.has(operation)) {
    constants.smallPages.add(operation);
    return readWhole(world, list, filter, { size: smallestCap, maxPages, toEnd });
  }
  if (first !== undefined || constants.firstPage(operation).value === 1) return last;
  // The number of the first page is open.
  await world.send(list.request(asked, 0, count));
  return constants.firstPage(operation).value === 0
    ? readFrom(world, list, asked, 0, { size: count, maxPages, toEnd })
    : last;
}

async function readFrom(
  world: World,
  list: DrivenList,
  asked: Filter,
  first: number,
  { size, maxPages, toEnd }: { size: number; maxPages: number; toEnd: boolean },
): Promise<Exchange> {
  let request = list.request(asked, first, size);
  for (let turn = 1; ; turn++) {
    const exchange = await world.send(request);
    const { isOpen, hasEnd, next } = walkStateOf(list.kind, world.facts.model, { view: viewOf(exchange), request });
    if (!(toEnd ? !hasEnd : isOpen) || turn >= maxPages) return exchange;
    request = list.request(asked, next, size);
  }
}

/** The items that are known of a list, and may be in it. */
export function itemsOf({ facts }: World, { kind, owner, base }: DrivenList): Item[] {
  const collection = facts.model.collections.of(kind.collection, owner);
  const items = [...collection.items.values()].map(({ item }) => item);
  const match = matcher(kind, collection, base);
  return items.filter((item) => match(item) !== "no");
}

/** The number of known items that match a filter. */
export function matchesOf(
  { facts }: World,
  { kind, owner, base }: Pick<DrivenList, "kind" | "owner" | "base">,
  filter: Filter,
): Record<Match, number> {
  const collection = facts.model.collections.of(kind.collection, owner);
  const counts = { yes: 0, no: 0, open: 0 };
  const match = matcher(kind, collection, { ...base, ...filter });
  for (const { item } of collection.items.values()) counts[match(item)]++;
  return counts;
}
