import type { ApiReply } from "../api/call/replies.ts";
import { isAddress, subscribe } from "../api/handlers/hooks-settings.ts";
import { moveOrRefuse } from "../api/handlers/installation.ts";
import type { Platform } from "../api/server/platform.ts";
import { latestTime } from "../world/clock.ts";
import { collectionKinds } from "../world/data/collections.ts";
import { seconds } from "../world/data/durations.ts";
import type { StoredDelivery } from "../world/state.ts";
import { changeRecord } from "./events.ts";
import { applicationIn, type CommandFields, itemsIn, locationIn, wholeNumber, wrong } from "./input.ts";
import { overrideIn, placeIn } from "./overrides.ts";
import { seedCollection, seedConnected } from "./seeding.ts";

/** One call of the control protocol, and the capability that it belongs to. */
export interface ControlCommand {
  capability?: string;
  run: (platform: Platform, fields: CommandFields, query: URLSearchParams) => Promise<ApiReply> | ApiReply;
}

const ok = (body: unknown): ApiReply => ({ status: 200, body });

const describe: ControlCommand["run"] = ({ clock }) =>
  ok({ protocol: "assay-control/1", capabilities: capabilities(), clock: clock.kind, now: clock.iso() });

const reset =
  (urls: Record<string, string>): ControlCommand["run"] =>
  (platform, fields) => {
    platform.reset(fields.seed === undefined ? 1 : wholeNumber(fields, "seed"));
    const { credentials, fixtures } = platform.world.people;
    return ok({ urls, credentials, fixtures });
  };

const advanceClock: ControlCommand["run"] = async ({ clock }, fields) => {
  const count = wholeNumber(fields, "seconds");
  if (count < 1) throw wrong("seconds: give a positive whole number");
  if (clock.now() + seconds(count) > latestTime) throw wrong("seconds: the clock ends with the year 9999");
  await clock.advance(seconds(count));
  return ok({ now: clock.iso() });
};

const seed: ControlCommand["run"] = async (platform, fields) => {
  const items = itemsIn(fields);
  if (fields.collection === "connected_locations")
    return ok({ items: await seedConnected(platform.world, applicationIn(platform, fields).id, items) });
  const kind = collectionKinds.find((name) => name === fields.collection);
  if (!kind) throw wrong(`collection: give one of ${[...collectionKinds, "connected_locations"].join(", ")}`);
  return ok({ items: await seedCollection(platform.world, kind, locationIn(platform, fields), items) });
};

const moveBy =
  (trigger: "freeze" | "disable"): ControlCommand["run"] =>
  (platform, fields) => {
    const [locationId, application] = [locationIn(platform, fields), applicationIn(platform, fields)];
    moveOrRefuse(platform.context, trigger, { locationId, application });
    return ok({ status: platform.world.link(locationId, application.id)?.state });
  };

const setLifecycleUrl: ControlCommand["run"] = (platform, fields) => {
  const { id } = applicationIn(platform, fields);
  const { lifecycle_webhook_url: url } = fields;
  if (url !== null && !isAddress(url)) throw wrong("lifecycle_webhook_url: give an http or https address, or null");
  platform.world.state.lifecycleUrls[id] = url;
  return ok({ application_id: id, lifecycle_webhook_url: url });
};

const setSubscription: ControlCommand["run"] = (platform, fields) => {
  const id = locationIn(platform, fields);
  subscribe(platform.world.state, id, fields);
  return ok({ location_id: id, ...platform.world.state.subscriptions[id] });
};

/** A delivery as the control protocol shows it. */
const shown = ({ due, method: _method, headers: _headers, body: _body, ...delivery }: StoredDelivery) => ({
  ...delivery,
  due_at: new Date(due).toISOString(),
});

const resend: ControlCommand["run"] = async ({ world, context }, fields) => {
  const id = wholeNumber(fields, "id");
  const delivery = world.state.deliveries.find((each) => each.id === id);
  if (!delivery) throw wrong(`id: there is no delivery ${id}`);
  return ok(shown(context.webhooks.resend(delivery)));
};

const listTraffic: ControlCommand["run"] = ({ traffic }, _, query) => {
  const after = query.get("after") ?? "0";
  if (!/^\d+$/.test(after)) throw wrong("after: give the number of a request, or 0");
  return ok({ requests: traffic.after(Number(after)) });
};

const addOverride: ControlCommand["run"] = ({ overrides }, fields) => {
  const override = overrideIn(fields);
  overrides.add(override);
  return ok(override);
};

const removeOverrides: ControlCommand["run"] = ({ overrides }, fields) => {
  const place = placeIn(fields);
  overrides.remove(place);
  return ok(place);
};

/** Every call of the control protocol; `urls` are the sandbox's addresses. */
export const commands = (urls: Record<string, string>): Record<string, ControlCommand> => ({
  "GET ": { run: describe },
  "POST /reset": { capability: "reset", run: reset(urls) },
  "POST /clock/advance": { capability: "clock", run: advanceClock },
  "POST /seed": { capability: "seed", run: seed },
  "POST /links/freeze": { capability: "links", run: moveBy("freeze") },
  "POST /links/disable": { capability: "links", run: moveBy("disable") },
  "POST /applications": { capability: "hooks", run: setLifecycleUrl },
  "POST /hooks": { capability: "hooks", run: setSubscription },
  "POST /events": {
    capability: "events",
    run: (platform, fields) => ({ status: 202, body: changeRecord(platform, fields) }),
  },
  "GET /deliveries": {
    capability: "deliveries",
    run: ({ world }) => ok({ deliveries: world.state.deliveries.map(shown) }),
  },
  "POST /deliveries/resend": { capability: "deliveries", run: resend },
  "GET /traffic": { capability: "traffic", run: listTraffic },
  "POST /replies": { capability: "replies", run: addOverride },
  "DELETE /replies": { capability: "replies", run: removeOverrides },
});

/** All of the protocol's capabilities, in the order of its calls. */
const capabilities = (): string[] => [
  ...new Set(Object.values(commands({})).flatMap(({ capability }) => capability ?? [])),
];
