import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAddress, subscribe } from "../api/handlers/marketplace.ts";
import { hasBody, parseBody, readBody, refusalOf, send } from "../api/server/http.ts";
import { Refusal, type Reply, wordings } from "../api/server/replies.ts";
import { moveLink } from "../links.ts";
import type { Platform } from "../platform.ts";
import type { Collection, Item } from "../world/data/collections.ts";
import type { Application } from "../world/people.ts";
import { type Change, recordNotice } from "./events.ts";
import { seedCollection, seedConnected } from "./seeding.ts";

type Body = Record<string, unknown>;
type Command = (platform: Platform, body: Body, query: URLSearchParams) => Promise<Reply> | Reply;

/** What a control protocol of ours can do: all of it. */
const capabilities = ["reset", "clock", "seed", "links", "hooks", "events", "deliveries", "traffic", "replies"];

/** Collections are sent whole, so a seed may be large. */
const bodyMaximum = 256_000_000;

/** Years of five digits are no date-times of the specification. */
const latest = Date.parse("9999-12-31T23:59:59Z");

const ok = (body: unknown): Reply => ({ status: 200, body });
const wrong = (what: string) => new Refusal(422, what);

function whole(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrong(`${name}: give a whole number`);
  return value;
}

function locationIn(platform: Platform, body: Body): number {
  const id = whole(body, "location_id");
  if (!platform.world.location(id)) throw wrong(`location_id: there is no Location ${id}`);
  return id;
}

function applicationIn(platform: Platform, body: Body): Application {
  const id = whole(body, "application_id");
  const application = platform.world.people.applications.get(id);
  if (!application) throw wrong(`application_id: there is no application ${id}`);
  return application;
}

const moveBy =
  (trigger: "freeze" | "disable"): Command =>
  (platform, body) => {
    const [locationId, application] = [locationIn(platform, body), applicationIn(platform, body)];
    moveLink(platform.grounds, trigger, { locationId, application });
    return ok({ status: platform.world.link(locationId, application.id)?.state });
  };

/** Every call of the control protocol. */
export const commands = (urls: Record<string, string>): Record<string, Command> => ({
  "GET ": ({ clock }) => ok({ protocol: "assay-control/1", capabilities, clock: clock.kind, now: clock.iso() }),
  "POST /reset": (platform, body) => {
    platform.reset(body.seed === undefined ? 1 : whole(body, "seed"));
    const { credentials, fixtures } = platform.world.people;
    return ok({ urls, credentials, fixtures });
  },
  "POST /clock/advance": async (platform, body) => {
    const seconds = whole(body, "seconds");
    if (seconds < 1) throw wrong("seconds: give a positive whole number");
    if (platform.clock.now() + seconds * 1000 > latest) throw wrong("seconds: the clock ends with the year 9999");
    await platform.clock.advance(seconds * 1000);
    return ok({ now: platform.clock.iso() });
  },
  "POST /seed": async (platform, body) => {
    const { collection, items } = body;
    if (!Array.isArray(items) || items.some((item) => typeof item !== "object" || item === null || Array.isArray(item)))
      throw wrong("items: give a list of objects");
    if (collection === "connected_locations")
      return ok({ items: await seedConnected(platform.world, applicationIn(platform, body).id, items as Item[]) });
    const kinds: Collection[] = ["resources", "calls", "clients", "activities"];
    const kind = kinds.find((one) => one === collection);
    if (!kind) throw wrong(`collection: give one of ${[...kinds, "connected_locations"].join(", ")}`);
    return ok({ items: await seedCollection(platform.world, kind, locationIn(platform, body), items as Item[]) });
  },
  "POST /links/freeze": moveBy("freeze"),
  "POST /links/disable": moveBy("disable"),
  "POST /applications": (platform, body) => {
    const { id } = applicationIn(platform, body);
    const { lifecycle_webhook_url: url } = body;
    if (url !== null && !isAddress(url)) throw wrong("lifecycle_webhook_url: give an http or https address, or null");
    platform.world.state.lifecycleUrls[id] = url;
    return ok({ application_id: id, lifecycle_webhook_url: url });
  },
  "POST /hooks": (platform, body) => {
    const id = locationIn(platform, body);
    subscribe(platform.world.state, id, body);
    return ok({ location_id: id, ...platform.world.state.subscriptions[id] });
  },
  "POST /events": (platform, body) => {
    const id = locationIn(platform, body);
    const { event, change, resource } = body;
    if (change !== "created" && change !== "updated" && change !== "deleted")
      throw wrong("change: give created, updated or deleted");
    const { world, behaviour, grounds } = platform;
    const notice = recordNotice(
      world,
      id,
      typeof event === "string" ? event : "",
      change satisfies Change,
      typeof resource === "string" ? resource : undefined,
    );
    for (const url of behaviour.recipients(world.state.subscriptions, id, notice.event)) {
      grounds.webhooks.emit({ ...notice, url, delay: behaviour.policy.webhookDelay });
    }
    const { resource: named, resource_id, status } = notice.body;
    return { status: 202, body: { resource: named, resource_id, status } };
  },
  "GET /deliveries": ({ world }) =>
    ok({
      deliveries: world.state.deliveries.map(
        ({ id, url, resource, resource_id, queued_at, sent_at, ended_at, outcome, reason }) => ({
          id,
          url,
          resource,
          resource_id,
          queued_at,
          sent_at,
          ended_at,
          outcome,
          reason,
        }),
      ),
    }),
  "GET /traffic": ({ traffic }, _, query) => {
    const after = query.get("after") ?? "0";
    if (!/^\d+$/.test(after)) throw wrong("after: give the number of a request, or 0");
    return ok({ requests: traffic.after(Number(after)) });
  },
  "POST /replies": ({ overrides }, body) => ok(overrides.add(body)),
});

/** Serves the control protocol below /control, to whoever has the token. */
export function serveControl(platform: Platform, token: string, urls: Record<string, string>) {
  const table = commands(urls);
  const expected = Buffer.from(`Bearer ${token}`);
  const isAllowed = (header = "") => {
    const given = Buffer.from(header);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    if (!isAllowed(request.headers.authorization)) throw new Refusal(401, "the control token is missing or wrong");
    const [path = "", search = ""] = (request.url ?? "").split("?", 2);
    const call = `${request.method} ${path.replace(/^\/control/, "").replace(/\/$/, "")}`;
    const command = /^\/control(\/|$)/.test(path) && Object.hasOwn(table, call) ? table[call] : undefined;
    if (!command) throw new Refusal(404, `there is no ${request.method} ${path}`);
    const body = hasBody(request) ? parseBody(await readBody(request, bodyMaximum)) : {};
    if (typeof body !== "object" || body === null || Array.isArray(body)) throw wrong("the body must be a JSON object");
    const reply = await command(platform, body as Body, new URLSearchParams(search));
    if (request.method === "POST") platform.keep();
    return reply;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      send(response, await answer(request));
    } catch (error) {
      const refusal = refusalOf(error);
      send(response, { status: refusal.status, headers: refusal.headers, body: wordings.control(refusal) });
    }
  };
}
