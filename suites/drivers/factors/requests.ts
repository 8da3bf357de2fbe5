import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import { wholeSpan } from "../../../generators/calls.ts";
import { addressEnds, pick } from "../../../generators/value-classes.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Choices } from "../../../harness/http/requests.ts";
import { loadFactors } from "../../../specs/factors.ts";
import { callKind } from "../../model/operations/list-calls.ts";
import { clientKind } from "../../model/operations/list-clients.ts";
import { activityKind } from "../../model/operations/search-activities.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { type Filter, matchesOf, queryOf } from "../lists/driven-list.ts";
import { type ExampleChoice, exampleRequest } from "../payloads/example-requests.ts";
import { requestPage } from "../resources/resource-pages.ts";
import { fixtureLink } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { rightRequest, rightRole } from "../steps/right-requests.ts";
import type { Asked, Circumstances } from "./rows.ts";
import { valueOf } from "./values.ts";

/** The Location of a row; at the third of the fixtures, nothing can be installed. */
export function locationOf(
  { target: { fixtures } }: World,
  { Location, place = Location, reach = place }: Circumstances,
): number {
  const { location_id = 0, second_location_id, blocked_location_id, inaccessible_location_id } = fixtures;
  const further: Readonly<Record<string, number | undefined>> = {
    second: second_location_id,
    third: blocked_location_id,
    "out of reach": inaccessible_location_id,
  };
  return further[String(reach)] ?? location_id;
}

export const applicationOf = ({ target: { fixtures } }: World, { application }: Circumstances): number => {
  if (application === "fast-install") return fixtures.fast_application_id ?? 0;
  return (application === "draft" ? fixtures.draft_application_id : fixtures.application_id) ?? 0;
};

const itemsAt = ({ facts }: World, collection: string | undefined, location: number): Item[] =>
  collection === undefined
    ? []
    : [...facts.model.collections.of(collection as "clients", location).items.values()].map(({ item }) => item);

/** The filters of a list: the parameter of the row and, where it asks for several, others one after another, with values that one item has. */
function filtersOf(world: World, { operation, row, turn }: Asked): Record<string, unknown> {
  const { parameters = {}, collection } = loadFactors().operations[operation] ?? {};
  const names = Object.keys(parameters);
  const first = names.indexOf(String(row.parameter));
  const count = Math.min(Number(row.filters ?? 0), names.length);
  if (first < 0 || count === 0) return {};
  const items = itemsAt(world, collection, locationOf(world, row));
  const source = { item: items[turn % Math.max(items.length, 1)] ?? {}, items, turn };
  const { datatypes } = loadFactors();
  // Neighbours at another distance each time.
  const step = 1 + (turn % Math.max(names.length - 1, 1));
  const chosen = Array.from({ length: count }, (_, index) => names[(first + index * step) % names.length] ?? "");
  return Object.fromEntries(
    [...new Set(chosen)].map((name, index) => {
      const parameter = parameters[name] ?? { type: "id" };
      const classes = datatypes[parameter.type] ?? [];
      // Beside the first, values find what they should: a filter that finds nothing hides all others.
      const named = index === 0 ? classes[Number(row.value ?? 0)] : classes[0];
      return [name, valueOf(parameter, named ?? "own", source)];
    }),
  );
}

/** The lists that can be narrowed. */
const kinds = new Map([clientKind, callKind, activityKind].map((kind) => [kind.operation, kind]));

/**
 * The page of a row by its number, and its size: one of those that hold what is asked for, where that is known, unless it is beyond them. Wrong callers ask for
 * the page that the row names, since they may see it neither way.
 */
function pageOf(
  world: World,
  { operation, row, caller }: Asked,
  filter: Filter = {},
): { page?: number; size?: number } {
  const first = world.facts.firstPage(operation) ?? 1;
  const size = typeof row.size === "number" ? row.size : undefined;
  const kind = kinds.get(operation);
  const count = kind
    ? matchesOf(world, { kind, owner: locationOf(world, row), base: {} }, filter).yes
    : Number(row.items ?? 0);
  const last = Math.max(0, Math.ceil(count / (size ?? 25)) - 1);
  const most = count > 0 && caller === undefined ? last : Number.POSITIVE_INFINITY;
  const pages: Record<string, number> = {
    first: 0,
    second: Math.min(1, most),
    third: Math.min(2, most),
    last,
    beyond: last + 2,
  };
  const page = pages[String(row.page)];
  return { ...(page === undefined ? {} : { page: first + page }), ...(size === undefined ? {} : { size }) };
}

/** In how many days Events begin, whatever the age of the world. */
export const eventsBegin = 500;

/** When a world began whose lists are filled; undefined where they are as they are. */
type Beginning = number | undefined;

/** Days in which there are Events: few, since how many may be asked for is not said. */
const someDays = (world: World, began: Beginning) =>
  began === undefined
    ? fieldsOf(rightRequest(world, "searchActivityDates").query)
    : { from: dayOf(began + days(eventsBegin - 3)), till: dayOf(began + days(eventsBegin + 15)) };

type Maker = (world: World, asked: Asked, began: Beginning) => Promise<Choices> | Choices;

const at = (world: World, row: Circumstances) => {
  const location = locationOf(world, row);
  return { location_id: location, company_id: location, application_id: applicationOf(world, row) };
};

/** A list in its query. */
const listed =
  (base: (world: World, began: Beginning) => object = () => ({})): Maker =>
  (world, asked, began) => {
    const filter = { ...base(world, began), ...filtersOf(world, asked) };
    const { page, size } = pageOf(world, asked, filter);
    return { path: at(world, asked.row), query: queryOf({ ...filter, page, count: size }) };
  };

const makers: Readonly<Record<string, Maker>> = {
  listClients: listed(),
  listCalls: (world, asked, began) => {
    const span = began === undefined ? fieldsOf(rightRequest(world, "listCalls").body) : wholeSpan;
    const { salon_id: _, ...filter } = { ...span, ...filtersOf(world, asked) } as Record<string, unknown>;
    const { page, size } = pageOf(world, asked, filter);
    return { body: { ...filter, salon_id: locationOf(world, asked.row), page, limit: size } };
  },
  searchActivities: listed(someDays),
  searchActivityDates: listed(someDays),
  searchActivityDateRange: listed(),
  listConnectedLocations: (world, asked) => {
    const { page, size } = pageOf(world, asked);
    const forBooking = typeof asked.row.booking === "number" ? asked.row.booking : undefined;
    return { path: at(world, asked.row), query: queryOf({ page, count: size, forBooking }) };
  },
  listResources: async (world, { row }) => {
    const location = locationOf(world, row);
    const query: Record<string, string | number> = typeof row.size === "number" ? { limit: row.size } : {};
    for (let step = ["first", "second", "third"].indexOf(String(row.walk)); step > 0; step--) {
      const { cursor } = await requestPage(world, query, { location, role: (row.user ?? "v3_token") as Role });
      if (typeof cursor === "string") query.cursor = cursor;
    }
    return { path: { location_id: location }, query };
  },
  readService: (world, asked) => ({
    path: { ...at(world, asked.row), service_id: world.fixture("service_id") },
    query: queryOf(filtersOf(world, asked)),
  }),
  readInstallationStatus: (world, { row }) => ({ path: at(world, row) }),
  readInstallationStatusInFlow: (world, { row }) => ({ path: at(world, row) }),
  listCountries: () => ({}),
  listCompanies: () => ({ query: { my: 1 } }),
  grantAccess: (world, { row }) => ({ path: at(world, row) }),
  confirmInstallation: (world, { row }) => {
    const { location_id: salon_id, application_id } = at(world, row);
    return { ...rightRequest(world, "confirmInstallation"), body: { salon_id, application_id } };
  },
};

/** An address that webhooks may be sent to, and one that only refused calls name: connections to it are refused. */
const webhookAddress = "https://receiver.example/assay";
const unwantedAddress = "https://receiver.example/unwanted";

/** The requests for which an overlay has examples, beside those of the profile. */
const examples: Readonly<Record<string, (world: World, asked: Asked) => Promise<ExampleChoice> | ExampleChoice>> = {
  changeHooksSettings: (world, { turn, caller }) => {
    const address = caller === undefined ? webhookAddress : unwantedAddress;
    return world.operation("changeHooksSettings").isOverlaid
      ? { values: { webhook_url: `${address}${pick(addressEnds, turn)}` } }
      : {};
  },
  reportRefund: async (world) => {
    const { payments } = await readStatus(world, fixtureLink(world));
    const { id } = payments.at(-1) ?? {};
    return world.operation("reportRefund").isOverlaid && id !== undefined ? { values: { payment_id: Number(id) } } : {};
  },
  sendVoipEvent: async (world, { row, caller }) => {
    if (!world.operation("sendVoipEvent").isOverlaid) return {};
    const steps = row.turn === 2 ? ["enable", "save", "disable", "save"] : ["enable", "save"];
    for (const name of caller === undefined ? steps.slice(0, -1) : [])
      await world.request("sendVoipEvent", exampleRequest(world, "sendVoipEvent", { name }));
    return { name: "save" };
  },
};

/** The request of a row by the right caller. */
export async function requestOf(world: World, asked: Asked, began?: number): Promise<RequestChoices> {
  const { operation, row } = asked;
  const maker = makers[operation];
  if (maker) {
    const role = row.user === undefined ? rightRole(operation) : (String(row.user) as Role);
    return { as: role, ...(await maker(world, asked, began)) };
  }
  const { values, name } = (await examples[operation]?.(world, asked)) ?? {};
  const example = exampleRequest(world, operation, { ...(values ? { values } : {}), ...(name ? { name } : {}) });
  return { ...example, path: { ...example.path, payment_id: 1, ...values, ...at(world, row) } };
}

/** A request that differs from the plainest one of its operation: another page or, where it has none, a parameter that may be left out. */
export function furtherRequest(world: World, operation: string): Promise<Choices> | Choices | undefined {
  const { factors = [], parameters = {} } = loadFactors().operations[operation] ?? {};
  const parameter = Object.keys(parameters).at(-1);
  const isPaged = factors.includes("page");
  if (!isPaged && parameter === undefined) return undefined;
  const row = isPaged ? { page: "second", size: 1 } : { filters: 1, parameter, value: 0 };
  return makers[operation]?.(world, { operation, row, turn: 0 }, undefined);
}
