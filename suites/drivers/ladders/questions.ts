import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import { covering, type Factors } from "../../../generators/covering.ts";
import type { Item } from "../../../harness/control.ts";
import { type Role, unissuedToken } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { queryOf } from "../lists/driven-list.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { rightRole } from "../steps/right-requests.ts";

/** A read in every pair of its circumstances: which can be chosen, and the request that a choice makes. */
interface Question {
  factors: (world: World) => Factors;
  request: (world: World, chosen: Readonly<Record<string, unknown>>) => RequestChoices;
}

/** Sizes of pages: small ones, and some that a provider may cut. */
const sizes = [undefined, 1, 5, 12, 30, 100];
const pages = [undefined, 1, 2, 3];

/** Both Locations of the fixtures, or the one there is. */
export const locationsOf = ({ target: { fixtures } }: Pick<World, "target">): number[] =>
  [fixtures.location_id, fixtures.second_location_id].filter((id) => id !== undefined);

const applicationsOf = ({ target: { fixtures } }: World): number[] =>
  [fixtures.application_id, fixtures.fast_application_id, fixtures.draft_application_id].filter(
    (id) => id !== undefined,
  );

const users: readonly Role[] = ["system_user_token", "owner_user_token"];

/** Some item of a Location's list that is known, or none. */
const knownItem = ({ facts, target }: World, kind: "clients" | "calls" | "activities"): Item => {
  const items = locationsOf({ target }).flatMap((owner) => [...facts.model.collections.of(kind, owner).items.values()]);
  return items[Math.floor(items.length / 2)]?.item ?? {};
};

/** Filters of the clients, by what the known ones have. */
function clientFilters(world: World): object[] {
  const { name, phone, email, card, spent, id } = knownItem(world, "clients");
  const part = (value: unknown) => String(value ?? "").slice(1, 4) || "a";
  const [text, number] = [part(name), part(phone)];
  return [
    {},
    { fullname: text.slice(0, 1) },
    { fullname: String(name ?? "An") },
    { phone: number },
    { email: part(email), fullname: text },
    { card: part(card) },
    { paid_min: spent ?? 1, paid_max: 99_999 },
    { id: id ?? 1 },
    { "id[]": [id ?? 1, 2, 3, 4, 5, 6] },
    { changed_after: "2020-02-29T00:00:00", changed_before: "2031-01-01T00:00:00" },
    { changed_after: "1999-12-31T00:00:00", fullname: text.slice(0, 1), paid_min: 0 },
  ];
}

const callFilters = (world: World): object[] => {
  const { caller_phone } = knownItem(world, "calls");
  const phone = { phone: String(caller_phone ?? "+37126000001") };
  return [
    {},
    phone,
    { types: ["incoming"] },
    { statuses: ["success", "missed"] },
    { types: ["incoming", "outgoing"], statuses: ["success", "missed", "cancel", "busy", "notallowed"] },
    { ...phone, types: ["incoming", "outgoing", "internal"], statuses: ["success", "busy"] },
  ];
};

const activityFilters = (world: World): Record<string, unknown>[] => {
  const { service_id = 1, staff_id = 1, resource_ids } = knownItem(world, "activities");
  const [resource = 1] = [resource_ids].flat();
  return [
    {},
    { service_ids: service_id },
    { staff_ids: staff_id },
    { resource_ids: resource },
    { service_ids: service_id, staff_ids: staff_id },
    { service_ids: service_id, staff_ids: staff_id, resource_ids: resource },
  ];
};

/** In how many days Events begin, and on how many days there are some. */
export const eventsBegin = 500;
export const eventDays = 12;

/** Few days, since how many may be asked for is not told: Events are in some of them, whatever the age of the world. */
const someDays = (world: World) => ({
  from: dayOf(world.now() + days(eventsBegin - 3)),
  till: dayOf(world.now() + days(eventsBegin + 5)),
});

const ofLocation = (chosen: Readonly<Record<string, unknown>>) => ({ location_id: Number(chosen.location) });

const activities: Question = {
  factors: (world) => ({ location: locationsOf(world), filter: activityFilters(world), isDated: [true, false] }),
  request: (world, { filter, isDated, ...chosen }) => ({
    path: ofLocation(chosen),
    query: queryOf({ ...(isDated ? someDays(world) : {}), ...fieldsOf(filter) }),
  }),
};

const statuses: Question = {
  factors: (world) => ({ location: locationsOf(world), application: applicationsOf(world) }),
  request: (_, { application, ...chosen }) => ({
    path: { ...ofLocation(chosen), application_id: Number(application) },
  }),
};

/** Every read whose response is shown. */
const questions: Readonly<Record<string, Question>> = {
  listClients: {
    factors: (world) => ({
      location: locationsOf(world),
      filter: clientFilters(world),
      size: sizes,
      page: pages,
      user: users,
    }),
    request: (_, { filter, size, page, user, ...chosen }) => ({
      path: ofLocation(chosen),
      query: queryOf({ ...fieldsOf(filter), page, count: size }),
      as: user as Role,
    }),
  },
  listCalls: {
    factors: (world) => ({
      location: locationsOf(world),
      filter: callFilters(world),
      size: sizes,
      page: pages,
      user: users,
    }),
    request: (world, { filter, size, page, user, location }) => ({
      body: {
        ...fieldsOf(dataCalls.listCalls?.(Number(location), world.now()).body),
        ...fieldsOf(filter),
        page,
        limit: size,
      },
      as: user as Role,
    }),
  },
  searchActivities: {
    factors: (world) => ({ location: locationsOf(world), filter: activityFilters(world), size: sizes, page: pages }),
    request: (world, { size, page, filter, ...chosen }) => ({
      path: ofLocation(chosen),
      query: queryOf({ ...someDays(world), ...fieldsOf(filter), page, count: size }),
    }),
  },
  searchActivityDates: activities,
  searchActivityDateRange: {
    factors: (world) => ({ location: locationsOf(world), filter: activityFilters(world) }),
    request: (_, { filter, ...chosen }) => ({ path: ofLocation(chosen), query: queryOf(fieldsOf(filter)) }),
  },
  listConnectedLocations: {
    factors: (world) => ({
      application: applicationsOf(world),
      size: [1, 5, 12, 30],
      page: [1, 2, 3],
      forBooking: [undefined, 1],
    }),
    request: (_, { application, size, page, forBooking }) => ({
      path: { application_id: Number(application) },
      query: queryOf({ page, count: size, forBooking }),
    }),
  },
  listResources: {
    factors: (world) => ({ location: locationsOf(world), size: sizes }),
    request: (_, { size, ...chosen }) => ({ path: ofLocation(chosen), query: queryOf({ limit: size }) }),
  },
  readService: {
    factors: (world) => ({ location: locationsOf(world), filter: [{}, { staff_id: 1 }, { category_id: 1 }] }),
    request: (world, { filter, ...chosen }) => ({
      path: { ...ofLocation(chosen), service_id: world.fixture("service_id") },
      query: queryOf(fieldsOf(filter)),
    }),
  },
  readInstallationStatus: statuses,
  readInstallationStatusInFlow: statuses,
  listCountries: { factors: () => ({ time: [1, 2] }), request: () => ({}) },
  listCompanies: {
    factors: () => ({ user: users }),
    request: (_, { user }) => ({ query: { my: 1 }, as: user as Role }),
  },
};

/** Asks everything that can be read, in every combination of so many circumstances. */
export async function askEverything(world: World, strength: number): Promise<void> {
  for (const [operation, { factors, request }] of Object.entries(questions)) {
    if (operation === "readService" && world.target.fixtures.service_id === undefined) continue;
    for (const row of covering(factors(world), { strength }).rows)
      await world.request(operation, { as: rightRole(operation), ...request(world, row) });
  }
}

/** Asks everything that can be read without the right tokens, each in its plainest form at each Location or for each application. */
export async function askWithoutAuthority(world: World): Promise<void> {
  const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
  for (const [operation, { factors, request }] of Object.entries(questions)) {
    if (operation === "readService" && world.target.fixtures.service_id === undefined) continue;
    const needsUser = ["listClients", "listCalls", "listCompanies"].includes(operation);
    const wrongs = [
      undefined,
      `Bearer ${unissuedToken}${needsUser ? `, User ${system}` : ""}`,
      ...(needsUser ? [`Bearer ${partner}`, `Bearer ${partner}, User ${unissuedToken}`] : []),
    ];
    const rows = covering(factors(world), { strength: 1 }).rows.slice(0, 3);
    for (const row of rows) {
      const { as, ...right } = request(world, row);
      // The same request of the right caller is served first, so that a refusal shows something.
      await world.request(operation, { as: as ?? rightRole(operation), ...right });
      for (const authorization of wrongs)
        await world.request(operation, { ...right, ...(authorization === undefined ? {} : { authorization }) });
    }
  }
}
