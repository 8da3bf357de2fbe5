import { hours, seconds } from "../../../base/durations.ts";
import { idOf } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import { counted } from "../../../base/text/wording.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { CellId } from "../../../specs/cells.ts";
import { specificationFile } from "../../../specs/files.ts";
import { limit } from "../../../specs/limits.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import { areIdsComparable, areIdsSwapped, areTitlesSwapped } from "../../rules/order.ts";
import { type Clause, statusClause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Moment } from "../link.ts";
import { hasId, identityOf } from "../lists/collection.ts";
import { enumerate } from "../lists/judge-list.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { type GivenCursor, pageKey, type ResourceWalk } from "../resources/resource-pages.ts";
import { cursorLifetime, edge } from "../time-limits.ts";
import { authorizationIn } from "../tokens.ts";

const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** The codes with which a cursor is refused. */
const { code: generalCode, field_codes: codes } = specificationFile<{
  "422": { code: string; field_codes: Record<"expired" | "malformed" | "foreign", string> };
}>("errors.yaml")["422"];

/** The field codes, one for each reason. */
export const cursorCodes: readonly string[] = Object.values(codes);

/** A cursor that is served at this distance from its end shows that it lived so long. */
const nearEnd = seconds(15);

/** After this time an expired cursor may be forgotten. */
const forgotten = hours(1);

/** The maximum length of an address is not shown, so what becomes of a longer cursor is open. */
const maxCursor = 1000;

/** A request for the v3 list, and its caller. */
interface AskedPage {
  location: string;
  credential: string;
  /** True if the credential is the one that the profile's Locations are named for. */
  isOwn: boolean;
  /** The limit as it was written. */
  limit: string | undefined;
  /** Undefined where the limit is none that is promised. */
  size: number | undefined;
  cursor: string | undefined;
}

/** Reads a request of someone who may read the list; what others are answered is judged elsewhere. */
function askedOf({ target }: Knowledge, { request, view }: Seen): AskedPage | undefined {
  const credential = authorizationIn(request);
  const [own, other] = [target.credentials.v3_token, target.credentials.v3_other_token].map((token) =>
    token === undefined ? undefined : `Bearer ${token}`,
  );
  if (credential !== own && credential !== other) return undefined;
  const { limit: asked, cursor, ...others } = view.input;
  const isPromised = /^[1-9]\d{0,2}$/.test(String(asked)) && Number(asked) >= least && Number(asked) <= most;
  const isOdd = (cursor !== undefined && typeof cursor !== "string") || Object.keys(others).length > 0;
  if (isOdd) return undefined;
  return {
    location: String(view.path.location_id),
    credential,
    isOwn: credential === own,
    limit: asked === undefined ? undefined : String(asked),
    size: asked === undefined ? usual : (isPromised && Number(asked)) || undefined,
    cursor,
  };
}

/** True if a cursor has expired; undefined at the edge of its life. */
function hasExpired({ given }: GivenCursor, { earliest, latest }: Moment): boolean | undefined {
  if (earliest - given.latest >= cursorLifetime + edge) return true;
  return latest - given.earliest <= cursorLifetime - edge ? false : undefined;
}

/** A cursor is refused with 422 and the code that says why; the body's shape is not shown, so a code may be anywhere in it. */
function refusedClauses({ status, body }: ExchangeView, cell: CellId | undefined, ...promised: string[]): Clause[] {
  const text = JSON.stringify(body) ?? "";
  const found = cursorCodes.filter((code) => text.includes(code));
  const provided = "served a cursor";
  const clauses: Clause[] = [statusClause("CUR-2", status, [422], provided)];
  if (status === 422)
    clauses.push({
      cell: "CUR-2",
      holds: text.includes(generalCode),
      found: `a body without ${generalCode}`,
      expected: generalCode,
      provided,
    });
  if (cell)
    clauses.push({
      cell,
      holds: status === 422 && found.length === 1 && promised.includes(found.join()),
      found: `${status} with ${found.join(" and ") || "no code"}`,
      expected: `422 with ${promised.join(" or ")}`,
      provided,
    });
  return clauses;
}

/** The clauses of a cursor; undefined where it must be served. */
function cursorClauses(model: Knowledge, asked: AskedPage, { view, moment }: Seen): Clause[] | undefined {
  const { cursor = "", credential, location } = asked;
  const known = model.resources.cursor(cursor);
  if (cursor === "" || model.resources.isPast(cursor)) return [];
  if (!known) return cursor.length > maxCursor ? [] : refusedClauses(view, "CUR-4", codes.malformed);
  const isExpired = hasExpired(known, moment);
  const mayBeForgotten = moment.latest - known.given.earliest > forgotten;
  const faults = [
    ...(known.credential === credential ? [] : [{ cell: "CUR-5" as const, codes: [codes.foreign] }]),
    // Within one tenant a cursor of another Location may count as foreign, or as none at all.
    ...(known.location === location ? [] : [{ cell: "CUR-6" as const, codes: [codes.foreign, codes.malformed] }]),
    ...(isExpired === false
      ? []
      : [{ cell: "CUR-3" as const, codes: [codes.expired, ...(mayBeForgotten ? [codes.malformed] : [])] }]),
  ];
  const [fault, ...others] = faults;
  if (!fault) return undefined;
  if (isExpired === undefined && others.length === 0 && fault.cell === "CUR-3") return [];
  // Which of two faults is named is open.
  return others.length > 0 ? refusedClauses(view, undefined) : refusedClauses(view, fault.cell, ...fault.codes);
}

/** A cursor is served to the end of its life: that it is served shows so at its end only. */
function servedClauses(known: GivenCursor, { view, moment }: Seen): Clause[] {
  const clause = statusClause("CUR-1", view.status, [200]);
  const isNearEnd = moment.earliest - known.given.latest > cursorLifetime - edge - nearEnd;
  return clause.holds && !isNearEnd ? [] : [clause];
}

const nameOf = (item: Item): string => `${String(item.title)} (id ${String(idOf(item))})`;

const namesOf = (items: readonly Item[]): string => enumerate(items.map(nameOf));

/** The expectations of a page: the items before it and, where it was seeded, all that there is. */
interface ComparedPage {
  asked: AskedPage;
  items: readonly Item[];
  hasMore: unknown;
  before: ResourceWalk;
  /** The reads on which a comparison rests, where others may write. */
  rests: { reads?: ResourceWalk["reads"] };
}

/** A page is full while there are more. */
function fullClauses({ asked, items, hasMore }: ComparedPage, left: number | undefined): Clause[] {
  const { size, limit: written } = asked;
  if (size === undefined || !(hasMore === true || (left !== undefined && left >= size))) return [];
  return [
    {
      cell: written === undefined ? "RES-4" : "RES-3",
      holds: items.length === size,
      found: `a page of ${items.length}`,
      expected: `${size}, since there are more`,
      pointer: "/data",
    },
  ];
}

/** The clauses of a walk: each item once, and in order across the borders of pages. */
function walkClauses({ items, before, rests }: ComparedPage): Clause[] {
  const known = new Set(before.items.map(identityOf));
  const own = items.map(identityOf).filter(hasId);
  const repeated = own.find((identity, index) => known.has(identity) || own.indexOf(identity) !== index);
  const clauses: Clause[] = [];
  if (repeated !== undefined)
    clauses.push({
      cell: "RES-8",
      holds: false,
      found: `${repeated} twice`,
      expected: "each resource once",
      pointer: "/data",
      ...rests,
    });
  const [last, first] = [before.items.at(-1), items[0]];
  if (!last || !first) return clauses;
  const border = (cell: CellId, isWrong: boolean): Clause => ({
    cell,
    holds: !isWrong,
    found: `${nameOf(last)} before ${nameOf(first)}`,
    expected: "the other way round",
    pointer: "/data/0",
    ...rests,
  });
  const isWrong = areTitlesSwapped(last.title, first.title);
  if (isWrong || areTitlesSwapped(first.title, last.title)) clauses.push(border("RES-6", isWrong));
  if (last.title === first.title && areIdsComparable(idOf(last), idOf(first)))
    clauses.push(border("RES-7", areIdsSwapped(idOf(last), idOf(first))));
  return clauses;
}

/** The titles of a list that others do not account for. */
function titlesWithout(items: readonly Item[], others: readonly Item[]): string[] {
  const left = others.map(({ title }) => String(title));
  return items.flatMap(({ title }) => {
    const at = left.indexOf(String(title));
    if (at >= 0) left.splice(at, 1);
    return at >= 0 ? [] : [String(title)];
  });
}

/** A list that was seeded holds each resource of its Location, and no other; ids may have another form than those seeded. */
function seededClauses({ items, before, hasMore, asked }: ComparedPage, seeded: readonly Item[]): Clause[] {
  const shown = [...before.items, ...items];
  const strays = titlesWithout(shown, seeded);
  const missing = hasMore === false ? titlesWithout(seeded, shown) : [];
  const left = seeded.length - shown.length;
  const clauses: Clause[] = [];
  if (strays.length + missing.length > 0 || (hasMore === false && seeded.length > 0))
    clauses.push({
      cell: "RES-8",
      holds: strays.length + missing.length === 0,
      found: strays.length > 0 ? `also ${enumerate(strays)}` : `not ${enumerate(missing)}`,
      expected: `each of ${enumerate(seeded.map(({ title }) => title))} once`,
      pointer: "/data",
    });
  if (strays.length === 0 && typeof hasMore === "boolean" && asked.size !== undefined)
    clauses.push(moreClause(hasMore, left));
  return clauses;
}

const moreClause = (hasMore: boolean, left: number): Clause => ({
  cell: "RES-2",
  holds: hasMore === left > 0,
  found: JSON.stringify(hasMore),
  expected: `${left > 0}: ${counted(left, "resource")} left`,
  pointer: "/has_more",
});

/** The order is one for every limit and every credential. */
function orderClauses(model: Knowledge, page: ComparedPage): Clause[] {
  const { asked, items, before, hasMore } = page;
  const whole = model.resources.whole(asked.location);
  if (!whole || asked.size === undefined) return [];
  const rests = page.rests.reads ? { reads: [...whole.reads, ...page.rests.reads] } : {};
  const at = before.items.length;
  const expected = whole.items.slice(at, at + asked.size);
  const [found, wanted] = [items.map(nameOf), expected.map(nameOf)];
  const isSame = found.join("\n") === wanted.join("\n");
  // Of long pages the first dozen items are shown: those from the first that differs on.
  const differing = found.findIndex((name, index) => name !== wanted[index]);
  const from = differing < 0 ? found.length : differing;
  const isReordered = found.toSorted().join("\n") === wanted.toSorted().join("\n");
  const left = whole.items.length - at - items.length;
  const clauses: Clause[] = isSame && typeof hasMore === "boolean" ? [{ ...moreClause(hasMore, left), ...rests }] : [];
  // The same walk again shows nothing of another limit.
  const isConclusive = whole.size !== asked.size && items.length > 0;
  if (!isSame || isConclusive)
    clauses.push({
      cell: isReordered ? "RES-7" : "RES-8",
      holds: isSame,
      found: `from item ${from + 1} on ${namesOf(items.slice(from))}`,
      expected: namesOf(expected.slice(from)),
      pointer: "/data",
      ...rests,
    });
  if (isSame && isConclusive && at > 0) clauses.push({ cell: "RES-8", holds: true, found: "", expected: "" });
  return clauses;
}

/** The walk before a first page. */
const beginning: ResourceWalk = { items: [], reads: [] };

/** The clauses of a page, by everything that is known of its Location. */
function pageClauses(
  model: Knowledge,
  asked: AskedPage,
  known: GivenCursor | undefined,
  { view: { body } }: Seen,
  items: readonly Item[],
): Clause[] {
  const { location } = asked;
  const collection = model.collections.of("resources", location);
  const seeded = collection.isSeeded ? [...collection.items.values()].map(({ item }) => item) : undefined;
  const { has_more: hasMore } = fieldsOf(body);
  const before = known ? model.resources.walkTo(location, known.page) : beginning;
  if (!before) return fullClauses({ asked, items, hasMore, before: beginning, rests: {} }, undefined);
  const page: ComparedPage = { asked, items, hasMore, before, rests: seeded ? {} : { reads: before.reads } };
  const emptied: Clause = {
    cell: "RES-2",
    holds: false,
    found: "an empty page after one with has_more",
    expected: "more items",
    pointer: "/data",
    ...page.rests,
  };
  return [
    ...fullClauses(page, seeded && seeded.length - before.items.length),
    ...(known && items.length === 0 ? [emptied] : []),
    ...walkClauses(page),
    ...(seeded ? seededClauses(page, seeded) : []),
    ...orderClauses(model, page),
  ];
}

/** True if a Location is one that the credential cannot access. */
function isOutOfReach({ target: { fixtures } }: Knowledge, { location, isOwn }: AskedPage): boolean {
  return isOwn && [fixtures.inaccessible_location_id, fixtures.unknown_location_id].map(String).includes(location);
}

/** The model of the v3 list of a Location. */
export const listResources: OperationModel = {
  isJudgedInRaces: true,

  judge(model, seen) {
    const asked = askedOf(model, seen);
    const { status, items } = seen.view;
    if (!asked || status === 429) return [];
    const { size, cursor, location, credential, limit: written } = asked;
    if (size === undefined)
      return status === 200 && (items?.length ?? 0) < most
        ? []
        : [
            {
              cell: "RES-18",
              holds: status < 500,
              found: `the status ${status}`,
              expected: `at most ${most} items, or a refusal`,
              pointer: "/data",
            },
          ];
    if (status >= 500) return [];
    // Which is refused first, the Location or the cursor, is open; that nothing is served is not.
    if (isOutOfReach(model, asked))
      return [statusClause("RES-9", status, cursor === undefined ? [404] : [404, 422], "served listResources")];
    const isServed = model.resources.isServed(credential, location);
    if (cursor !== undefined) {
      const refused = isServed ? cursorClauses(model, asked, seen) : [];
      if (refused) return refused;
    }
    const known = cursor === undefined ? undefined : model.resources.cursor(cursor);
    return [
      ...(known ? servedClauses(known, seen) : []),
      ...(!known && written !== undefined && (isServed || status === 200)
        ? [statusClause("RES-5", status, [200])]
        : []),
      ...(items ? pageClauses(model, asked, known, seen, items) : []),
      ...model.shownResources.judge(`${location} ${credential}`, items ?? [], seen).filter(({ holds }) => !holds),
    ];
  },

  note(model, seen) {
    const { view, moment } = seen;
    const page = ownPage(model, seen);
    const { next_cursor: next } = fieldsOf(view.body);
    if (!page || !view.items) return;
    const { credential, location, key } = page;
    if (typeof next === "string" && next !== "")
      model.resources.learnCursor(next, { credential, location, given: moment, page: key });
    else model.resources.endPage(location, key);
  },

  learn(model, seen) {
    const { request, view } = seen;
    const page = ownPage(model, seen);
    if (!page || !view.items) return;
    const { location, credential, key, previous, size } = page;
    model.shownResources.learn(`${location} ${credential}`, view.items, seen);
    if (previous !== undefined) model.facts.add("served a cursor");
    model.resources.learnPage(location, credential, key, { request, items: view.items, previous });
    if (fieldsOf(view.body).has_more === false && size !== undefined) model.resources.learnEnd(location, key, size);
  },

  renew(model, request) {
    const url = new URL(request.url);
    const asked = url.searchParams.get("cursor");
    if (asked === null) return request;
    const cursor = model.resources.latest(asked);
    if (cursor === undefined) return undefined;
    url.searchParams.set("cursor", cursor);
    return { ...request, url: url.href };
  },
};

/** The page that was asked for: without a cursor, or with one of the same credential and Location. */
function ownPage(model: Knowledge, seen: Seen) {
  const asked = askedOf(model, seen);
  const known = asked?.cursor === undefined ? undefined : model.resources.cursor(asked.cursor);
  const isOwn =
    asked?.cursor === undefined || (known?.credential === asked.credential && known.location === asked.location);
  if (!asked || !isOwn) return undefined;
  const previous = known?.page;
  return { ...asked, previous, key: pageKey(asked.credential, asked.limit, previous) };
}
