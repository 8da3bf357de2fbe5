import { Untestable, Violation } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { limit } from "../../specs/limits.ts";
import { type Scene } from "./replay-world.ts";

/** What a state tells to the interaction: values for its `${name}` expressions. */
export type Values = Record<string, unknown>;
type Params = Readonly<Record<string, unknown>>;

/** A provider state: what it is, and how it is brought about. */
export interface StateRow {
  says: string;
  /** Parameters that it takes, with what they are if left out. */
  params?: Readonly<Record<string, number>>;
  set: (scene: Scene, params: Params) => Promise<Values> | Values;
}

/** The days that seeded calls lie in, so that an interaction can ask for exactly them. */
const days = { date_from: "2026-03-02", date_to: "2026-03-04" };

/** Every provider state, by name. */
export const states: Record<string, StateRow> = {
  "nothing is installed at the Location": {
    says: "the application has no link with the Location",
    set: () => ({}),
  },
  "the application is pending at the Location": {
    says: "the owner granted access, and the partner has not confirmed",
    set: grant,
  },
  "the application is active at the Location": {
    says: "granted and confirmed; data calls carry the system user's token",
    set: install,
  },
  "the application is freezed at the Location": {
    says: "active once, then frozen by the platform",
    set: async (scene) => {
      scene.needs("links");
      const values = await install(scene);
      await scene.control.freeze(scene.fixture("location_id"), scene.fixture("application_id"));
      return values;
    },
  },
  "the application installs fast": {
    says: "`application_id` is one that is non-public or whitelisted",
    set: (scene) => ({ application_id: scene.fixture("fast_application_id") }),
  },
  "installation is blocked at the Location": {
    says: "`location_id` is a Location where installation is blocked",
    set: (scene) => ({ location_id: scene.fixture("blocked_location_id") }),
  },
  "the user has no Manage user rights": {
    says: "the user's token is that of a user without this right at the Location",
    set: (scene) => acting(scene, "limited_user_token"),
  },
  "the user has no access to the Location": {
    says: "the user's token is that of a user who may do nothing there",
    set: (scene) => acting(scene, "no_access_user_token"),
  },
  "the Location is unknown": {
    says: "`location_id` is that of no Location",
    set: (scene) => ({ location_id: scene.fixture("unknown_location_id") }),
  },
  "the service is unknown": {
    says: "`service_id` is that of no service",
    // An id that nobody has, wherever the fixtures' own unknown Location is one.
    set: (scene) => ({ service_id: scene.fixture("unknown_location_id") }),
  },
  "the Location is out of reach": {
    says: "`location_id` is a Location that the v3 credential cannot access",
    set: (scene) => ({ location_id: scene.fixture("inaccessible_location_id") }),
  },
  "the application is connected to Locations": {
    says: "`count` Locations have the application installed",
    params: { count: 3 },
    set: async (scene, { count }) => {
      scene.needs("seed");
      await scene.control.seedConnected(scene.fixture("application_id"), titled(count, "Salon"));
      return {};
    },
  },
  "the Location has resources": {
    says: "`count` resources",
    params: { count: 3 },
    set: (scene, { count }) => seed(scene, "resources", titled(count, "Room")),
  },
  "the Location has calls": {
    says: "`count` calls, one a day in turn from `date_from` to `date_to`",
    params: { count: 3 },
    set: async (scene, { count }) => {
      const dates = ["2026-03-02", "2026-03-03", "2026-03-04"];
      const calls = titled(count, "").map((_, index) => ({ call_date: `${dates[index % 3]}T12:00:00+00:00` }));
      return { ...(await seed(scene, "calls", calls)), ...days };
    },
  },
  "the Location has a call without client and recording": {
    says: "one call, on `date_from`, whose caller is no client and which was not recorded",
    set: async (scene) => {
      const call = { client_id: 0, record_link: "", call_date: `${days.date_from}T12:00:00+00:00` };
      return { ...(await seed(scene, "calls", [call])), ...days };
    },
  },
  "the Location has clients": {
    says: "`count` clients; `client_id` is one of them",
    params: { count: 3 },
    set: async (scene, { count }) => {
      scene.needs("seed");
      const items = titled(count, "").map(() => ({}));
      const [first] = await scene.control.seed(scene.fixture("location_id"), "clients", items);
      return { client_id: first?.id };
    },
  },
  "a cursor to the next page": {
    says: "`cursor` is what the first page of one resource, of three, gave",
    set: cursor,
  },
  "an expired cursor": {
    says: "`cursor` was given longer ago than cursors live",
    set: async (scene) => {
      scene.needs("clock");
      const values = await cursor(scene);
      await scene.session.timer.wait((limit("cursor_lifetime") + limit("edge")) * 1000);
      return values;
    },
  },
  "a cursor of another credential": {
    says: "`cursor` was given to another credential",
    set: async (scene) => {
      scene.v3 = "v3_other_token";
      const values = await cursor(scene);
      scene.v3 = "v3_token";
      return values;
    },
  },
  "the v3 limit is used up": {
    says: "the credential has made as many v3 requests as its policy allows",
    set: async (scene) => {
      if (!scene.target.allow.bursts) throw new Untestable("the profile does not allow bursts");
      await scene.client.unpaced(() => exhaust(scene));
      return {};
    },
  },
  "the telephony integration is enabled": {
    says: "the application is active, and its telephony integration was enabled with the sandbox's own payload",
    set: async (scene) => {
      const values = await install(scene);
      const body = { salon_id: scene.fixture("location_id"), command: "enable" };
      const { response } = await scene.ask("sendVoipEvent", { body });
      // The payload is not shown, so a refusal blames nobody.
      if (response.status >= 300)
        throw new Untestable(`POST /voip/integration answers ${response.status} to the sandbox's own payload`);
      return values;
    },
  },
};

/** The most items that a state makes; a pact is an example, and no load test. */
const most = 1000;

/** Brings a state about; one that does not exist, or a parameter that makes no sense, is the pact's fault. */
export async function setState(scene: Scene, name: string, given: Params): Promise<Values> {
  const row = Object.hasOwn(states, name) ? states[name] : undefined;
  if (!row) {
    const names = Object.keys(states).map((one) => `"${one}"`);
    throw new Violation(`there is no state "${name}"; there are ${names.join(", ")}`);
  }
  const params = Object.entries(row.params ?? {}).map(([key, usual]): [string, unknown] => [key, given[key] ?? usual]);
  for (const [key, value] of params) {
    const isFine = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
    if (!isFine)
      throw new Violation(
        `the state "${name}" takes ${key}, a whole number from 0 to ${most}, not ${JSON.stringify(value)}`,
      );
  }
  return row.set(scene, Object.fromEntries(params));
}

async function grant(scene: Scene): Promise<Values> {
  const path = { company_id: scene.fixture("location_id"), application_id: scene.fixture("application_id") };
  scene.user = "owner_user_token";
  await scene.succeeds("grantAccess", { path }, 201);
  return {};
}

/** Makes the link active; a second grant on an active link is open, so it is made once. */
export async function install(scene: Scene): Promise<Values> {
  if (!scene.isInstalled) {
    await grant(scene);
    const body = { salon_id: scene.fixture("location_id"), application_id: scene.fixture("application_id") };
    await scene.succeeds("confirmInstallation", { body }, 201);
    scene.isInstalled = true;
  }
  return acting(scene, "system_user_token");
}

function acting(scene: Scene, user: Scene["user"]): Values {
  scene.user = user;
  return {};
}

/** As many items as were asked for, titled so that their order is plain in every collation. */
const titled = (count: unknown, word: string): { title: string }[] =>
  Array.from({ length: Number(count) }, (_, index) => ({ title: `${word} ${String(index + 1).padStart(4, "0")}` }));

async function seed(scene: Scene, collection: string, items: object[]): Promise<Values> {
  scene.needs("seed");
  await scene.control.seed(scene.fixture("location_id"), collection, items);
  return {};
}

async function cursor(scene: Scene): Promise<Values> {
  await seed(scene, "resources", titled(3, "Room"));
  const path = { location_id: scene.fixture("location_id") };
  const { response } = await scene.succeeds("listResources", { path, query: { limit: 1 } }, 200);
  const page: unknown = JSON.parse(response.body);
  const next = isRecord(page) ? page.next_cursor : undefined;
  if (typeof next !== "string") throw new Violation("the state cannot be set up: a page of 1 of 3 gives no cursor");
  return { cursor: next };
}

/** How many requests are made at most to use a limit up; the policy's number is not shown. */
const patience = 2000;

async function exhaust(scene: Scene): Promise<void> {
  const path = { location_id: scene.fixture("location_id") };
  for (let sent = 0; sent < patience; sent++) {
    const { response } = await scene.ask("listResources", { path, query: { limit: 1 } });
    if (response.status === 429) return;
    if (response.status !== 200)
      throw new Violation(`the state cannot be set up: GET resources answers ${response.status}, expected 200 or 429`);
  }
  throw new Violation(`the state cannot be set up: ${patience} v3 requests at once meet no limit`);
}
