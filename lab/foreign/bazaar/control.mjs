// The control protocol assay-control/1.
import * as D from "./data.mjs";
import { announce, deliveryView, EVENTS, GOODS_KINDS } from "./deliver.mjs";
import { isoTime, moment } from "./json.mjs";
import { callView } from "./lists.mjs";
import { platformDisables, platformFreezes } from "./market.mjs";

const CAPABILITIES = ["reset", "clock", "seed", "links", "hooks", "events", "deliveries"];
class Nonsense extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
const no = (status, message) => {
  throw new Nonsense(status, message);
};
const isUrl = (u) => typeof u === "string" && /^https?:\/\/[^\s]+$/.test(u);

const FILL = {
  resources: (w, item, n) => D.fillResource(w, item, n, w.c("v3-string-ids")),
  calls: D.fillCall,
  clients: D.fillClient,
  activities: D.fillActivity,
};

function seed(w, b) {
  const { collection, items } = b;
  if (!Array.isArray(items) || items.some((i) => !i || typeof i !== "object" || Array.isArray(i)))
    no(422, "items: a list of objects");
  const ids = items.map((i) => i.id).filter((i) => i !== undefined);
  if (new Set(ids.map(String)).size !== ids.length) no(422, "items: ids twice");
  if (collection === "connected_locations") {
    if (!w.apps.has(b.application_id)) no(404, "no such application");
    if (
      ids.some(
        (i) => !Number.isInteger(i) || (w.locations.has(i) && w.locations.get(i).connectedTo !== b.application_id),
      )
    )
      no(422, "ids: other Locations only");
    return { items: w.replaceConnected(b.application_id, items) };
  }
  if (!Object.hasOwn(FILL, collection)) no(422, "no such collection");
  if (!w.locations.has(b.location_id)) no(404, "no such Location");
  if (collection === "calls" && items.some((i) => i.call_date !== undefined && Number.isNaN(moment(i.call_date))))
    no(422, "call_date: a date-time");
  const made = items.map((item, n) => FILL[collection](w, structuredClone(item), n));
  w[collection].set(b.location_id, made);
  return { items: collection === "calls" ? made.map((c) => callView(w, b.location_id, c)) : made };
}

const pair = (w, b) => {
  if (!w.locations.has(b.location_id)) no(404, "no such Location");
  if (!w.apps.has(b.application_id)) no(404, "no such application");
  return [w, b.location_id, b.application_id];
};

function event(w, b) {
  if (!w.locations.has(b.location_id)) no(404, "no such Location");
  if (!Object.hasOwn(EVENTS, b.event ?? "")) no(422, "no such event");
  if (!["created", "updated", "deleted"].includes(b.change)) no(422, "change: created, updated or deleted");
  const goods = b.event === "GoodsOperationEvent";
  if (goods && b.change !== "created") no(422, "a goods operation is created");
  if (b.resource !== undefined && (!goods || !GOODS_KINDS.includes(b.resource))) no(422, "no such resource");
  return announce(w, { event: b.event, loc: b.location_id, change: b.change, resource: b.resource });
}

function hooks(w, b) {
  if (!w.locations.has(b.location_id)) no(404, "no such Location");
  if (!Array.isArray(b.events) || b.events.some((e) => !Object.hasOwn(EVENTS, e)))
    no(422, "events: a list of event names");
  if (b.events.length && !isUrl(b.url)) no(422, "url: an address");
  if (isUrl(b.url)) w.lastUrl = b.url;
  w.hooks.set(b.location_id, { urls: isUrl(b.url) ? [b.url] : [], events: [...b.events] });
  return {};
}

function application(w, b) {
  if (!w.apps.has(b.application_id)) no(404, "no such application");
  if (b.lifecycle_webhook_url !== null && !isUrl(b.lifecycle_webhook_url))
    no(422, "lifecycle_webhook_url: an address or null");
  if (w.lifecycle.get(b.application_id))
    (w.oldLifecycle ??= new Map()).set(
      b.application_id,
      w.oldLifecycle?.get(b.application_id) ?? w.lifecycle.get(b.application_id),
    );
  w.lifecycle.set(b.application_id, b.lifecycle_webhook_url);
  return {};
}

/** One control call; `shop` holds the present world. Answers [status, body]. */
export async function controlCall(shop, method, path, b) {
  const w = shop.world;
  const call = `${method} ${path.replace(/\/+$/, "") || "/"}`;
  try {
    if (b === undefined) no(400, "a JSON object is needed");
    switch (call) {
      case "GET /":
        return [
          200,
          {
            protocol: "assay-control/1",
            capabilities: CAPABILITIES,
            clock: shop.clock.mode,
            now: isoTime(shop.clock.now()),
          },
        ];
      case "POST /reset":
        if (b.seed !== undefined && !Number.isInteger(b.seed)) no(422, "seed: a whole number");
        shop.fresh(b.seed ?? shop.seed);
        return [200, { urls: shop.urls, credentials: shop.world.credentials, fixtures: shop.world.fixtures }];
      case "POST /clock/advance": {
        if (!Number.isInteger(b.seconds) || b.seconds < 1) no(422, "seconds: a positive whole number");
        const go = (shop.moving ?? Promise.resolve()).then(() =>
          shop.world.runUntil(shop.clock.now() + b.seconds * 1000),
        );
        shop.moving = go.catch(() => {});
        await go;
        return [200, { now: isoTime(shop.clock.now()) }];
      }
      case "POST /seed":
        return [200, seed(w, b)];
      case "POST /links/freeze":
        return platformFreezes(...pair(w, b)) ? [200, {}] : no(409, "the link is not active");
      case "POST /links/disable":
        return platformDisables(...pair(w, b)) ? [200, {}] : no(409, "there is no link");
      case "POST /applications":
        return [200, application(w, b)];
      case "POST /hooks":
        return [200, hooks(w, b)];
      case "POST /events":
        return [202, event(w, b)];
      case "GET /deliveries":
        return [200, { deliveries: w.deliveries.map(deliveryView) }];
      default:
        return no(404, "no such call");
    }
  } catch (e) {
    if (e instanceof Nonsense) return [e.status, { error: e.message }];
    throw e;
  }
}
