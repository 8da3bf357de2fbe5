import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import type { Filter } from "../../world/filters.ts";
import { closed, opened, type ReplyBody } from "../changes/replies.ts";
import { portions } from "./answers.ts";
import { applicationIn, askedBy, collectionOf, isSeeded, locationIn } from "./call-facts.ts";
import { type Deviation, type Plant, readWhen, replyWhen } from "./deviation.ts";

/** The lists, each with the requirement that it holds exactly what it should. */
const lists: Readonly<Record<string, string>> = {
  listClients: "CLI-11",
  listCalls: "CALL-11",
  searchActivities: "ACT-5",
  listResources: "RES-8",
  listConnectedLocations: "LOC-7",
  listCountries: "DICT-1",
};

type List = ReplyBody & { data: CollectionItem[] };

/** Changes a list that was served. */
const listWhen = (
  operation: string,
  change: (list: List, call: ApiCall, isKnown: (item: CollectionItem) => boolean) => ReplyBody,
): Plant =>
  replyWhen(operation, (answer, call, { isReading }) => {
    if (answer.status !== 200) return answer;
    const isKnown = (item: CollectionItem) => isReading || isSeeded(call, item);
    return closed(answer, change(opened(answer) as List, call, isKnown));
  });

/** True if a list must show an item: which links besides active ones are listed is open. */
const mustShow = (call: ApiCall, item: CollectionItem): boolean =>
  call.operation !== "listConnectedLocations" ||
  call.world.link(Number(item.id), applicationIn(call))?.state === "active";

/** An item of another Location that this one does not have. */
function foreignItem(call: ApiCall): CollectionItem | undefined {
  const own = new Set(collectionOf(call)?.map(({ id }) => String(id)));
  const others = call.world.people.locations.filter(({ id }) => id !== locationIn(call));
  for (const { id } of others) {
    const path = { ...call.path, location_id: String(id) };
    const body = { ...fieldsOf(call.body), salon_id: id };
    const found = collectionOf({ ...call, path, body })?.find((item) => !own.has(String(item.id)));
    if (found) return found;
  }
  return undefined;
}

export const items = (): Deviation[] =>
  Object.entries(lists).flatMap(([operation, breaks]) => {
    const contrast = operation === "listCountries" ? ({ needsContrast: true } as const) : {};
    return [
      ...Object.entries(portions).map(
        ([portion, isAffected]): Deviation => ({
          name: `${operation} leaves items out: ${portion.replace("in ", "")}`,
          breaks,
          place: operation,
          ...contrast,
          plant: listWhen(operation, (list, call, isKnown) => ({
            ...list,
            data: list.data.filter(
              (item, index, { length }) => !(isAffected(index, length) && isKnown(item) && mustShow(call, item)),
            ),
          })),
        }),
      ),
      {
        name: `${operation} shows its first item again`,
        breaks,
        place: operation,
        plant: listWhen(operation, (list) => ({ ...list, data: [...list.data, ...list.data.slice(0, 1)] })),
      },
      {
        name: `${operation} shows its first item in place of its last`,
        breaks,
        place: operation,
        plant: listWhen(operation, (list) =>
          list.data.length < 2 ? list : { ...list, data: [...list.data.slice(0, -1), ...list.data.slice(0, 1)] },
        ),
      },
      ...(["listConnectedLocations", "listCountries"].includes(operation)
        ? []
        : [
            {
              name: `${operation} shows an item of another Location in place of its last`,
              breaks,
              place: operation,
              plant: listWhen(operation, (list, call, isKnown) => {
                const foreign = list.data.some(isKnown) && foreignItem(call);
                return foreign ? { ...list, data: [...list.data.slice(0, -1), foreign] } : list;
              }),
            },
          ]),
    ];
  });

const numberIn = (value: unknown): number => Number(value ?? Number.NaN);

/** Changes a number of `meta`, unless it becomes one that is right, too. */
const metaWhen = (
  operation: string,
  name: string,
  by: number,
  rights: (list: List, call: ApiCall) => readonly (number | undefined)[],
): Plant =>
  listWhen(operation, (list, call) => {
    const wrong = numberIn(fieldsOf(list.meta)[name]) + by;
    return rights(list, call).includes(wrong) ? list : { ...list, meta: { ...fieldsOf(list.meta), [name]: wrong } };
  });

const isPlain = (call: ApiCall): boolean =>
  [...askedBy(call).keys()].every((name) =>
    ["page", "count", "limit", "salon_id", "date_from", "date_to"].includes(name),
  );

/** A full page with one item more than was asked for. */
const tooLong = (operation: string): Plant =>
  listWhen(operation, (list, call) => {
    const asked = askedBy(call);
    const size = numberIn(asked.get("count")?.[0] ?? asked.get("limit")?.[0]);
    const shown = new Set(list.data.map(({ id }) => id));
    const more = collectionOf(call)?.find(({ id }) => !shown.has(id));
    return list.data.length === size && isPlain(call) && more ? { ...list, data: [...list.data, more] } : list;
  });

const hasMore = (list: List): boolean => list.has_more === true;

export const counts = (): Deviation[] => [
  ...[-1, 1].flatMap((by): Deviation[] => [
    {
      name: `listClients total_count is one ${by < 0 ? "less" : "more"}`,
      breaks: "CLI-14",
      place: "listClients",
      plant: metaWhen("listClients", "total_count", by, (_, call) => [collectionOf(call)?.length]),
    },
    {
      name: `searchActivities count is one ${by < 0 ? "less" : "more"}`,
      breaks: "ACT-2",
      place: "searchActivities",
      plant: metaWhen("searchActivities", "count", by, (list) => [list.data.length]),
    },
  ]),
  {
    name: "listClients page is one more",
    breaks: "CLI-5",
    place: "listClients",
    plant: metaWhen("listClients", "page", 1, (_, call) => (call.query.has("page") ? [] : [2])),
  },
  {
    name: "listResources has_more is the opposite",
    breaks: "RES-2",
    place: "listResources",
    plant: listWhen("listResources", (list) => ({ ...list, has_more: !hasMore(list) })),
  },
  {
    name: "listResources next_cursor is null while there is more",
    breaks: "RES-2",
    place: "listResources",
    plant: listWhen("listResources", (list) => ({ ...list, next_cursor: null })),
  },
  {
    name: "listResources ends early",
    breaks: "RES-8",
    place: "listResources",
    plant: listWhen("listResources", (list, _, isKnown) =>
      hasMore(list) && list.data.some(isKnown) ? { ...list, has_more: false, next_cursor: null } : list,
    ),
  },
  ...["listClients", "listCalls", "searchActivities", "listConnectedLocations", "listResources"].map(
    (operation): Deviation => ({
      name: `${operation} shows one item more than was asked for`,
      breaks: lists[operation] ?? "",
      place: operation,
      plant: tooLong(operation),
    }),
  ),
];

/** A filter that is wrong, made of the right one. */
type WrongFilter = [wrong: string, make: (right: Filter, name: string) => Filter];

const isAroundNoon = (moment: unknown): boolean => /T1[0-3]/.test(String(moment));

const ignored: WrongFilter = ["is ignored", () => () => true];
/** Parts of a number may find anything (reading 18). */
const wholeIgnored: WrongFilter = [
  "is ignored",
  (right) => (item, value) => value.replace(/\D/g, "").length >= 8 || right(item, value),
];
const none: WrongFilter = ["finds nothing", () => () => false];
const beginnings = (field: string): WrongFilter => [
  "finds beginnings alone",
  (right) => (item, value) => right(item, value) && String(item[field]).toLowerCase().startsWith(value.toLowerCase()),
];
const firstAlone: WrongFilter = [
  "takes its first value alone",
  (right) => (item, value) => right(item, value.split(",")[0] ?? ""),
];
const lastAlone: WrongFilter = [
  "takes its last value alone",
  (right) => (item, value) => right(item, value.split(",").at(-1) ?? ""),
];
const edgeOf = (field: string): WrongFilter => [
  "leaves out its own edge",
  (right) => (item, value) => right(item, value) && Number(item[field]) !== Number(value),
];
/** Moments whose day is the same in every zone that could be meant (reading 5). */
const ownDay = (field: string): WrongFilter => [
  "leaves out its own day",
  (right) => (item, value) =>
    right(item, value) && !(String(item[field]).startsWith(value) && isAroundNoon(item[field])),
];

const parts = (field: string): WrongFilter[] => [ignored, none, beginnings(field)];
const many: WrongFilter[] = [ignored, none, firstAlone, lastAlone];

/** The filters of each list, the operations that have them, their requirement, and what can be wrong with each. */
const filtered: {
  kind: "clients" | "calls" | "activities";
  operations: string[];
  filters: Record<string, [breaks: string, WrongFilter[]]>;
}[] = [
  {
    kind: "clients",
    operations: ["listClients"],
    filters: {
      fullname: ["CLI-6", parts("name")],
      phone: ["CLI-6", parts("phone")],
      email: ["CLI-6", parts("email")],
      card: ["CLI-6", parts("card")],
      paid_min: ["CLI-7", [ignored, none, edgeOf("spent")]],
      paid_max: ["CLI-7", [ignored, none, edgeOf("spent")]],
      id: ["CLI-8", [ignored, none]],
      "id[]": ["CLI-8", many],
      changed_after: ["CLI-9", [ignored, none]],
      changed_before: ["CLI-9", [ignored, none]],
    },
  },
  {
    kind: "calls",
    operations: ["listCalls"],
    filters: {
      date_from: ["CALL-6", [ignored, ownDay("call_date")]],
      date_to: ["CALL-6", [ignored, ownDay("call_date")]],
      phone: ["CALL-7", [wholeIgnored, none]],
      types: ["CALL-8", many],
      statuses: ["CALL-9", many],
    },
  },
  {
    kind: "activities",
    operations: ["searchActivities", "searchActivityDates", "searchActivityDateRange"],
    filters: {
      from: ["ACT-3", [ignored, ownDay("date")]],
      till: ["ACT-3", [ignored, ownDay("date")]],
      service_ids: ["ACT-4", [ignored, none]],
      staff_ids: ["ACT-4", [ignored, none]],
      resource_ids: ["ACT-4", [ignored, none]],
    },
  },
];

export const filters = (): Deviation[] =>
  filtered.flatMap(({ kind, operations, filters: table }) =>
    operations.flatMap((operation) =>
      Object.entries(table)
        .filter(([name]) => operation !== "searchActivityDateRange" || name.endsWith("_ids"))
        .flatMap(([name, [breaks, wrongs]]) =>
          wrongs.map(
            ([wrong, make]): Deviation => ({
              name: `${operation} ${name} ${wrong}`,
              breaks,
              place: operation,
              plant: readWhen(operation, ({ behaviour }) => {
                const right = behaviour.filters[kind][name];
                const own = right ? { [name]: make(right, name) } : {};
                return { filters: { ...behaviour.filters, [kind]: { ...behaviour.filters[kind], ...own } } };
              }),
            }),
          ),
        ),
    ),
  );
