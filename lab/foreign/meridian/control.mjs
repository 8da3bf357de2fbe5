// The control protocol assay-control/1.

import { EVENTS, GOODS, recordEvent } from "./events.mjs";
import { disable, freeze } from "./install.mjs";
import { iso } from "./util.mjs";
import { COLLECTIONS, seedConnected } from "./world.mjs";

const bad = (status, error) => {
  throw Object.assign(new Error(error), { status });
};
const isUrl = (u) => typeof u === "string" && /^https?:\/\//.test(u) && URL.canParse(u);
const place = (p, id) => (p.world.locations.has(id) ? id : bad(404, "unknown location_id"));
const app = (p, id) => p.world.apps.get(id) ?? bad(404, "unknown application_id");

const CALLS = {
  "GET /": (p) => ({
    protocol: "assay-control/1",
    capabilities: ["reset", "clock", "seed", "links", "hooks", "events", "deliveries"],
    clock: p.clock.frozen ? "frozen" : "running",
    now: iso(p.clock.now()),
  }),
  "POST /reset": (p, b) => {
    const seed = b.seed ?? 1;
    if (!Number.isInteger(seed)) bad(400, "seed must be a whole number");
    p.reset(seed);
    return { fixtures: p.fixtures, credentials: p.credentials, urls: p.urls };
  },
  "POST /clock/advance": async (p, b) => {
    if (!Number.isInteger(b.seconds) || b.seconds < 1) bad(400, "seconds must be a positive whole number");
    return { now: iso(await p.clock.advance(b.seconds)) };
  },
  "POST /seed": (p, b) => {
    if (!Array.isArray(b.items) || b.items.some((i) => !i || typeof i !== "object" || Array.isArray(i)))
      bad(400, "items must be a list of objects");
    if (b.collection === "connected_locations")
      return { items: seedConnected(p, app(p, b.application_id).id, b.items) };
    const make = Object.hasOwn(COLLECTIONS, b.collection ?? "")
      ? COLLECTIONS[b.collection]
      : bad(400, "unknown collection");
    const items = b.items.map((item, i) => make(p, item, i));
    p.world.folders[place(p, b.location_id)][b.collection] = items;
    return { items };
  },
  "POST /links/freeze": (p, b) =>
    freeze(p, place(p, b.location_id), app(p, b.application_id).id)
      ? { frozen: true }
      : bad(409, "only an active link can be frozen"),
  "POST /links/disable": (p, b) =>
    disable(p, place(p, b.location_id), app(p, b.application_id).id)
      ? { disabled: true }
      : bad(409, "there is no link"),
  "POST /applications": (p, b) => {
    const a = app(p, b.application_id);
    if (b.lifecycle_webhook_url !== null && !isUrl(b.lifecycle_webhook_url))
      bad(400, "lifecycle_webhook_url must be an address or null");
    a.lifecycleUrl = b.lifecycle_webhook_url;
    return { application_id: a.id, lifecycle_webhook_url: a.lifecycleUrl };
  },
  "POST /hooks": (p, b) => {
    const id = place(p, b.location_id);
    if (!Array.isArray(b.events) || b.events.some((e) => !Object.hasOwn(EVENTS, e)))
      bad(400, "events must be a list of known events");
    if (b.events.length && !isUrl(b.url)) bad(400, "url must be an address");
    const old = p.world.hooks.get(id);
    p.world.hooks.set(id, { url: b.url ?? old?.url, events: [...b.events], before: old?.events });
    return { location_id: id, url: b.url ?? null, events: b.events };
  },
  "POST /events": (p, b) => {
    place(p, b.location_id);
    if (!Object.hasOwn(EVENTS, b.event ?? "")) bad(400, "unknown event");
    const goods = b.event === "GoodsOperationEvent";
    if (!["created", "updated", "deleted"].includes(b.change) || (goods && b.change !== "created"))
      bad(400, "unknown change");
    if (b.resource !== undefined && (!goods || !GOODS.includes(b.resource))) bad(400, "unknown resource");
    return recordEvent(p, b.location_id, b.event, b.change, b.resource);
  },
  "GET /deliveries": (p) => ({
    deliveries: p.deliveries.map(
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
};

export async function controlAnswer(p, req, raw, res) {
  let status = 200,
    body;
  try {
    if (req.headers.authorization !== `Bearer ${p.controlToken}`) bad(401, "control token needed");
    const name = `${req.method} ${new URL(req.url, "http://c").pathname.replace(/^\/steer/, "").replace(/\/$/, "") || "/"}`;
    const call = Object.hasOwn(CALLS, name) ? CALLS[name] : bad(404, `no call ${name}`);
    let given = {};
    if (raw.trim())
      try {
        given = JSON.parse(raw);
      } catch {
        bad(400, "the body is no JSON");
      }
    if (!given || typeof given !== "object" || Array.isArray(given)) bad(400, "the body must be an object");
    body = await call(p, given);
    if (name === "POST /events") status = 202;
  } catch (error) {
    status = error.status ?? 500;
    body = { error: error.message };
  }
  res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
