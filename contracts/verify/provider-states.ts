import { Untestable } from "../../base/errors.ts";
import { limit } from "../../specs/limits.ts";
import type { ReplayWorld } from "./replay-world.ts";
import { exhaustLimit, grant, install, readCursor, seed, titledItems } from "./state-actions.ts";

/** Values of a state for the interaction's `${name}` expressions. */
export type StateValues = Record<string, unknown>;

/** A provider state: what it means, and how it is set up. */
export interface StateDefinition {
  says: string;
  /** The parameters that it takes, with their defaults. */
  params?: Readonly<Record<string, number>>;
  /** May give values to the interaction. */
  set: (
    world: ReplayWorld,
    params: Readonly<Record<string, number>>,
  ) => Promise<StateValues | void> | StateValues | void;
}

/** The days of seeded calls, so that an interaction can ask for exactly these. */
const days = ["2026-03-02", "2026-03-03", "2026-03-04"];
const range = { date_from: days[0], date_to: days.at(-1) };
const callOn = (day: string | undefined) => ({ call_date: `${day}T12:00:00+00:00` });

/** Every provider state, by name. */
export const providerStates: Record<string, StateDefinition> = {
  "nothing is installed at the Location": {
    says: "the application has no link with the Location",
    set: () => undefined,
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
    says: "granted and confirmed, then frozen by the platform",
    set: async (world) => {
      world.needs("links");
      await install(world);
      await world.control.freeze(world.fixture("location_id"), world.fixture("application_id"));
    },
  },
  "the application installs fast": {
    says: "`application_id` is that of a non-public or whitelisted application",
    set: (world) => ({ application_id: world.fixture("fast_application_id") }),
  },
  "installation is blocked at the Location": {
    says: "`location_id` is a Location where installation is blocked",
    set: (world) => ({ location_id: world.fixture("blocked_location_id") }),
  },
  "the user has no Manage user rights": {
    says: "the user's token is that of a user without this right at the Location",
    set: (world) => {
      world.user = "limited_user_token";
    },
  },
  "the user has no access to the Location": {
    says: "the user's token is that of a user who may do nothing there",
    set: (world) => {
      world.user = "no_access_user_token";
    },
  },
  "the Location is unknown": {
    says: "no Location has this `location_id`",
    set: (world) => ({ location_id: world.fixture("unknown_location_id") }),
  },
  "the service is unknown": {
    says: "no service has this `service_id`",
    // There is no fixture for this; an id that no Location has serves as well.
    set: (world) => ({ service_id: world.fixture("unknown_location_id") }),
  },
  "the Location is out of reach": {
    says: "`location_id` is a Location that the v3 credential cannot access",
    set: (world) => ({ location_id: world.fixture("inaccessible_location_id") }),
  },
  "the application is connected to Locations": {
    says: "`count` Locations have the application installed",
    params: { count: 3 },
    set: async (world, { count = 0 }) => {
      world.needs("seed");
      await world.control.seedConnected(world.fixture("application_id"), titledItems(count, "Salon"));
    },
  },
  "the Location has resources": {
    says: "the Location has `count` resources",
    params: { count: 3 },
    set: async (world, { count = 0 }) => {
      await seed(world, "resources", titledItems(count, "Room"));
    },
  },
  "the Location has calls": {
    says: "the Location has `count` calls, spread over the days from `date_from` to `date_to`",
    params: { count: 3 },
    set: async (world, { count = 0 }) => {
      const calls = Array.from({ length: count }, (_, index) => callOn(days[index % days.length]));
      await seed(world, "calls", calls);
      return range;
    },
  },
  "the Location has a call without client and recording": {
    says: "one call, on `date_from`, whose caller is not a client and which was not recorded",
    set: async (world) => {
      await seed(world, "calls", [{ client_id: 0, record_link: "", ...callOn(range.date_from) }]);
      return range;
    },
  },
  "the Location has clients": {
    says: "the Location has `count` clients; `client_id` is one of them",
    params: { count: 3 },
    set: async (world, { count = 0 }) => {
      const [first] = await seed(
        world,
        "clients",
        Array.from({ length: count }, () => ({})),
      );
      return { client_id: first?.id };
    },
  },
  "a cursor to the next page": {
    says: "`cursor` comes from a first page with one of three resources",
    set: async (world) => ({ cursor: await readCursor(world) }),
  },
  "an expired cursor": {
    says: "`cursor` has expired",
    set: async (world) => {
      world.needs("clock");
      const cursor = await readCursor(world);
      await world.session.timer.wait((limit("cursor_lifetime") + limit("edge")) * 1000);
      return { cursor };
    },
  },
  "a cursor of another credential": {
    says: "`cursor` was given to another credential",
    set: async (world) => {
      world.v3 = "v3_other_token";
      const cursor = await readCursor(world);
      world.v3 = "v3_token";
      return { cursor };
    },
  },
  "the v3 limit is used up": {
    says: "the credential has made as many v3 requests as its policy allows",
    set: async (world) => {
      if (!world.target.allow.bursts) throw new Untestable("the profile does not allow bursts");
      await world.client.unpaced(() => exhaustLimit(world));
    },
  },
  "the telephony integration is enabled": {
    says: "the application is active, and its telephony integration was enabled with the sandbox's own payload",
    set: async (world) => {
      await install(world);
      const body = { salon_id: world.fixture("location_id"), command: "enable" };
      const { response } = await world.call("sendVoipEvent", { body });
      // The specification does not show the payload, so a refusal is no one's fault.
      if (response.status >= 300)
        throw new Untestable(`POST /voip/integration answers ${response.status} to the sandbox's own payload`);
    },
  },
};
