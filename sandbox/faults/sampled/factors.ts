import type { Operation } from "../../../specs/operations.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { days, hours, minutes, seconds } from "../../world/data/durations.ts";
import type { Notice } from "../../world/notices.ts";
import type { StoredLink } from "../../world/state.ts";
import { applicationIn, askedBy, collectionOf, linkIn, locationIn } from "./call-facts.ts";

/** True if something has a level of a factor; made once for each sandbox, since it may count. */
type Level<T> = () => (subject: T) => boolean;

/** One circumstance of a call or of a webhook, and the levels that it can have. */
export interface Factor<T> {
  /** True if another way to read the same has another level, so that a value at one level alone contradicts reading 40. */
  isReading: boolean;
  /** The levels at an operation or event; none where the factor does not apply to it. */
  levels: (place: Operation) => Readonly<Record<string, Level<T>>>;
}

/** A webhook as a trigger sees it. */
export interface Sending {
  notice: Notice;
  now: number;
  /** True if the latest delivery to its address failed. */
  afterFailure: boolean;
}

const always =
  <T>(holds: (subject: T) => boolean): Level<T> =>
  () =>
    holds;

const levelsIf =
  <T>(applies: (place: Operation) => boolean, levels: Record<string, (subject: T) => boolean>): Factor<T>["levels"] =>
  (place) =>
    applies(place) ? Object.fromEntries(Object.entries(levels).map(([name, holds]) => [name, always(holds)])) : {};

/** Steps of a number: a level reaches from its own bound to the next. */
const steps = <T>(
  bounds: readonly number[],
  of: (subject: T) => number | undefined,
): Record<string, (subject: T) => boolean> =>
  Object.fromEntries(
    bounds.map((from, index) => {
      const below = bounds[index + 1] ?? Number.POSITIVE_INFINITY;
      const to = below === Number.POSITIVE_INFINITY ? "or more" : `to ${below - 1}`;
      const name = below === from + 1 ? `${from}` : `${from} ${to}`;
      return [
        name,
        (subject: T) => {
          const value = of(subject);
          return value !== undefined && value >= from && value < below;
        },
      ];
    }),
  );

/** Occasions: the how-manieth time something happens. */
const occasions = <T>(keyOf: (subject: T) => { world: object; key: string }): Record<string, Level<T>> => {
  const counting =
    (holds: (count: number) => boolean): Level<T> =>
    () => {
      const worlds = new WeakMap<object, Map<string, number>>();
      return (subject) => {
        const { world, key } = keyOf(subject);
        const counts = worlds.get(world) ?? new Map<string, number>();
        worlds.set(world, counts);
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        return holds(count);
      };
    };
  return {
    "the first time": counting((count) => count === 1),
    "from the second time": counting((count) => count >= 2),
    "from the fifth time": counting((count) => count >= 5),
    "every third time": counting((count) => count % 3 === 0),
    "every tenth time": counting((count) => count % 10 === 0),
  };
};

/** The place of a Location among those that fixtures name. */
const locationLevels = <T>(of: (subject: T) => number, firstOf: (subject: T) => number) => ({
  first: (subject: T) => of(subject) === firstOf(subject),
  second: (subject: T) => of(subject) === firstOf(subject) + 3,
  further: (subject: T) => ![firstOf(subject), firstOf(subject) + 3].includes(of(subject)),
});

const namesLocation = ({ id, path }: Operation): boolean =>
  /location_id|company_id/.test(path) || ["listCalls", "confirmInstallation"].includes(id);
const namesApplication = ({ id, path }: Operation): boolean =>
  path.includes("{application_id}") || id === "confirmInstallation";
const isPaged = ({ id }: Operation): boolean =>
  ["listConnectedLocations", "listCalls", "searchActivities", "listClients", "listResources"].includes(id);

/** The parameters that say which part of a list is shown, and of whose. */
const paging = ["page", "count", "limit", "cursor", "salon_id", "application_id", "forBooking", "my"];

/** The parameters that narrow a list, by name. */
const filtersOf = (call: ApiCall): [name: string, values: string[]][] =>
  [...askedBy(call)].filter(([name]) => !paging.includes(name));

/** The names of the parameters that narrow an operation's list. */
const filterNames = ({ id, parameters }: Operation): string[] =>
  id === "listCalls"
    ? ["phone", "types", "statuses"]
    : parameters.flatMap(({ name, in: place }) => (place === "query" && !paging.includes(name) ? [name] : []));

const sizeIn = (call: ApiCall): number | undefined => {
  const asked = askedBy(call);
  const [text] = asked.get("count") ?? asked.get("limit") ?? [];
  return text === undefined ? undefined : Number(text);
};

const textOf = (call: ApiCall): string[] =>
  ["fullname", "phone", "email", "card"].flatMap((name) => askedBy(call).get(name) ?? []);
const someText = (matches: RegExp) => (call: ApiCall) => textOf(call).some((text) => matches.test(text));

const daysIn = (call: ApiCall): string[] =>
  ["date_from", "date_to", "from", "till", "changed_after", "changed_before"].flatMap(
    (name) => askedBy(call).get(name) ?? [],
  );
const someDay = (matches: RegExp) => (call: ApiCall) => daysIn(call).some((text) => matches.test(text));

const idsIn = (call: ApiCall): number =>
  Math.max(
    ...["id[]", "service_ids", "staff_ids", "resource_ids", "types", "statuses"].map(
      (name) =>
        (askedBy(call).get(name) ?? askedBy(call).get(`${name}[]`) ?? []).flatMap((text) => text.split(",")).length,
    ),
  );

const installations = (link: StoredLink | undefined): number =>
  link?.logs.filter(({ status_from }) => status_from === "uninstalled").length ?? 0;

/** The circumstances of a call. */
export const callFactors: Readonly<Record<string, Factor<ApiCall>>> = {
  Location: {
    isReading: false,
    levels: levelsIf(
      namesLocation,
      locationLevels(locationIn, ({ world }) => Number(world.people.fixtures.location_id)),
    ),
  },
  application: {
    isReading: false,
    levels: levelsIf(namesApplication, {
      own: (call) => applicationIn(call) === call.world.people.fixtures.application_id,
      fast: (call) => applicationIn(call) === call.world.people.fixtures.fast_application_id,
      draft: (call) => applicationIn(call) === call.world.people.fixtures.draft_application_id,
    }),
  },
  link: {
    isReading: false,
    levels: levelsIf((place) => namesLocation(place) && place.surface !== "v3", {
      none: (call) => linkIn(call) === undefined,
      ...Object.fromEntries(
        ["pending", "active", "freezed", "uninstalled"].map((state) => [
          state,
          (call: ApiCall) => linkIn(call)?.state === state,
        ]),
      ),
    }),
  },
  installation: {
    isReading: false,
    levels: levelsIf(namesApplication, {
      "the first": (call) => installations(linkIn(call)) <= 1,
      "a later one": (call) => installations(linkIn(call)) > 1,
    }),
  },
  items: {
    isReading: false,
    levels: levelsIf(
      isPaged,
      steps([0, 1, 2, 10, 26, 101], (call) => collectionOf(call)?.length),
    ),
  },
  page: {
    isReading: true,
    levels: (place) =>
      levelsIf<ApiCall>(isPaged, {
        first: (call) => !call.query.has("cursor") && Number(askedBy(call).get("page")?.[0] ?? 1) === 1,
        ...(place.surface === "v3"
          ? { "with a cursor": (call: ApiCall) => call.query.has("cursor") }
          : steps([2, 3], (call: ApiCall) => Number(askedBy(call).get("page")?.[0] ?? 1))),
      })(place),
  },
  size: {
    isReading: true,
    levels: levelsIf(isPaged, {
      "not given": (call) => sizeIn(call) === undefined,
      ...steps([1, 2, 10, 25, 100], sizeIn),
    }),
  },
  filters: {
    isReading: true,
    levels: levelsIf((place) => filterNames(place).length > 0, {
      none: (call) => filtersOf(call).length === 0,
      ...steps([1, 2, 3], (call: ApiCall) => filtersOf(call).length),
    }),
  },
  parameter: {
    isReading: true,
    levels: (place) =>
      Object.fromEntries(filterNames(place).map((name) => [name, always((call: ApiCall) => askedBy(call).has(name))])),
  },
  text: {
    isReading: true,
    levels: levelsIf(({ id }) => id === "listClients", {
      "of one character": someText(/^.$/u),
      "of ten or more": someText(/^.{10,}$/u),
      "with a capital": someText(/\p{Lu}/u),
      "beyond ASCII": someText(/[^ -~]/u),
      "with a sign": someText(/[^\p{L}\p{N}\s]/u),
    }),
  },
  day: {
    isReading: true,
    levels: levelsIf(
      (place) => place.id === "listCalls" || filterNames(place).some((name) => /from|after/.test(name)),
      {
        "before 2000": someDay(/^1\d{3}/),
        "after 2050": someDay(/^20[5-9]\d|^2[1-9]/),
        "the last of a month": someDay(/^\d{4}-(02-2[89]|\d\d-3[01])/),
        "the first of a month": someDay(/^\d{4}-\d\d-01/),
      },
    ),
  },
  ids: {
    isReading: true,
    levels: levelsIf((place) => place.id === "listCalls" || filterNames(place).some((name) => /ids|\[\]/.test(name)), {
      ...steps([1, 2, 5], idsIn),
    }),
  },
  user: {
    isReading: true,
    levels: levelsIf(({ dataCall }) => dataCall.length > 0, {
      "the owner": ({ caller, world }) => caller.user?.token === world.people.credentials.owner_user_token,
      "the system user": ({ caller }) => caller.user?.systemOf !== undefined,
    }),
  },
  occasion: { isReading: true, levels: () => occasions(({ world, operation }) => ({ world, key: operation })) },
  age: {
    isReading: true,
    levels: levelsIf(() => true, {
      "below a minute": ({ world, clock }) => clock.now() - world.state.today < minutes(1),
      "above an hour": ({ world, clock }) => clock.now() - world.state.today > hours(1),
      "above a day": ({ world, clock }) => clock.now() - world.state.today > days(1),
      "above 30 days": ({ world, clock }) => clock.now() - world.state.today > days(30),
    }),
  },
};

const companyOf = ({ notice }: Sending): number => Number(notice.body.company_id ?? notice.body.salon_id);
const isRecord = ({ path }: Operation): boolean => path.endsWith("Event");

/** Level of how long ago the first webhook went to an address. */
const sinceFirst =
  (holds: (age: number) => boolean): Level<Sending> =>
  () => {
    const first = new Map<string, number>();
    return ({ notice: { url }, now }) => {
      const began = first.get(url) ?? now;
      first.set(url, began);
      return holds(now - began);
    };
  };

/** Level of how long ago the latest webhook went to an address. */
const sinceLatest =
  (holds: (pause: number) => boolean): Level<Sending> =>
  () => {
    const latest = new Map<string, number>();
    return ({ notice: { url }, now }) => {
      const pause = now - (latest.get(url) ?? Number.NEGATIVE_INFINITY);
      latest.set(url, now);
      return holds(pause);
    };
  };

const oneWorld = {};

/** The circumstances of a webhook. */
export const webhookFactors: Readonly<Record<string, Factor<Sending>>> = {
  Location: {
    isReading: false,
    levels: levelsIf(
      () => true,
      locationLevels(companyOf, () => 100),
    ),
  },
  application: {
    isReading: false,
    levels: levelsIf((place) => !isRecord(place), {
      own: ({ notice }) => notice.body.application_id === 200,
      fast: ({ notice }) => notice.body.application_id === 201,
    }),
  },
  change: {
    isReading: false,
    levels: levelsIf((place) => isRecord(place) && place.path !== "GoodsOperationEvent", {
      created: ({ notice }) => notice.body.status === "create",
      updated: ({ notice }) => notice.body.status === "update",
      deleted: ({ notice }) => notice.body.status === "delete",
    }),
  },
  operation: {
    isReading: false,
    levels: levelsIf(
      ({ path }) => path === "GoodsOperationEvent",
      Object.fromEntries(
        ["sale", "receipt", "consumable", "stolen", "move"].map((kind) => [
          kind,
          ({ notice }: Sending) => notice.body.resource === `goods_operations_${kind}`,
        ]),
      ),
    ),
  },
  receiver: {
    isReading: false,
    levels: levelsIf(() => true, { "has just failed": ({ afterFailure }) => afterFailure }),
  },
  pause: {
    isReading: false,
    levels: () => ({
      "below a second": sinceLatest((pause) => pause < seconds(1)),
      "above a minute": sinceLatest((pause) => pause > minutes(1) && pause < Number.POSITIVE_INFINITY),
    }),
  },
  occasion: {
    isReading: true,
    levels: () => occasions<Sending>(({ notice }) => ({ world: oneWorld, key: notice.event })),
  },
  age: {
    isReading: true,
    levels: () => ({
      "above an hour": sinceFirst((age) => age > hours(1)),
      "above a day": sinceFirst((age) => age > days(1)),
    }),
  },
};
