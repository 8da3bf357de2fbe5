// Webhooks: what changed, to whom it is told, and how a delivery goes (5 s later, 15 s to answer, no retries).
import http from "node:http";
import { makeClient, makeLocation, makeService } from "./data.mjs";
import { HOUR, iso, SECOND } from "./util.mjs";

export const GOODS = ["sale", "receipt", "consumable", "stolen", "move"].map((n) => `goods_operations_${n}`);
export const EVENTS = {
  SalonEvent: "salon",
  StaffEvent: "staff",
  ServiceEvent: "service",
  ServiceCategoryEvent: "service_category",
  ClientEvent: "client",
  RecordEvent: "record",
  LoyaltyCardEvent: "loyalty_card",
  ScheduleEvent: "schedule",
  GoodEvent: "good",
  GoodsOperationEvent: GOODS[0],
  FinancesOperationEvent: "finances_operation",
};
const WORDS = { created: "added", updated: "changed", deleted: "removed" };
const PLAIN = { created: "create", updated: "update", deleted: "delete" };

function dataOf(p, event, id, location) {
  if (event === "ScheduleEvent") return [];
  if (event === "SalonEvent") return makeLocation(p, { ...p.world.locations.get(location)?.record }, 0);
  if (event === "ClientEvent") return makeClient(p, { id, client_tags: [] }, 7);
  if (event === "ServiceEvent") return makeService(id, 1);
  return {
    name: "Ändring <æ> & mer",
    amount: -12.75,
    id,
    updated_at: iso(p.clock.now()),
    payment_system_transaction_ids: event === "FinancesOperationEvent" ? ["tx-9Å"] : undefined,
  };
}

export function recordEvent(p, location, event, kind, goods) {
  const id = event === "SalonEvent" ? location : event === "ScheduleEvent" ? 61 : p.newId("event");
  const sent = {
    resource: event === "GoodsOperationEvent" ? (goods ?? GOODS[0]) : EVENTS[event],
    resource_id: id,
    status: (p.c("hook-plain-words") ? PLAIN : WORDS)[kind],
  };
  const envelope = {
    sent_by: "meridian",
    data: dataOf(p, event, id, location),
    ...sent,
    company_id: location,
    version: 3,
  };
  const subscriptions = [...p.world.hooks].filter(
    ([place, s]) =>
      (place === location || p.f("hook-other-location")) &&
      (s.events.includes(event) ||
        (p.f("hook-unsubscribed-type") && s.events.length) ||
        (p.f("hook-after-unsubscribe") && s.before?.includes(event))),
  );
  const spoilt = spoil(p, structuredClone(envelope), event, kind, location);
  if (p.f("hook-finances-lost") && event === "FinancesOperationEvent") return sent;
  if (p.f("hook-card-deletion-lost") && event === "LoyaltyCardEvent" && kind === "deleted") return sent;
  for (const [, s] of subscriptions) {
    if (p.f("hook-silent-after-failure") && p.deliveries.some((d) => d.url === s.url && d.outcome === "failed"))
      continue;
    if (p.f("hook-same-second-lost") && p.deliveries.some((d) => d.url === s.url && d.at === p.clock.now())) continue;
    const delay = p.f("hook-at-once")
      ? 0
      : p.f("hook-after-30s")
        ? 30
        : p.f("hook-deleted-after-20s") && kind === "deleted"
          ? 20
          : p.c("hook-after-9s")
            ? 9
            : p.c("hook-after-3s")
              ? 3.5
              : 5;
    queue(p, s.url, spoilt, sent.resource, id, delay);
  }
  return sent;
}

function spoil(p, e, event, kind, location) {
  if (p.f("hook-no-resource-id")) delete e.resource_id;
  if (p.f("hook-deleted-wrong-company") && kind === "deleted") e.company_id = location + 1;
  if (p.f("hook-schedule-data") && event === "ScheduleEvent") e.data = { id: 61, days: [] };
  if (p.f("hook-stolen-renamed") && e.resource === "goods_operations_stolen") e.resource = "goods_operations_writeoff";
  if (p.f("hook-deleted-data-null") && kind === "deleted" && event !== "ScheduleEvent") e.data = null;
  if (p.f("hook-updated-other-id") && kind === "updated") e.resource_id += 1;
  if (p.f("hook-no-status") && event === "StaffEvent") delete e.status;
  if (p.f("hook-in-a-list")) return [e];
  if (p.f("hook-flat")) {
    const { data, ...rest } = e;
    return { ...rest, ...data };
  }
  return e;
}

export function lifecycleEvent(p, type, location, application, more = 0) {
  const app = p.world.apps.get(application);
  let url = app.lifecycleUrl;
  if (p.f("lifecycle-to-record-hook")) url = p.world.hooks.get(location)?.url ?? null;
  if (!url || (p.f("lifecycle-only-first") && p.deliveries.some((d) => d.lifecycle))) return;
  const word = p.c("lifecycle-capital-payload")
    ? { EventType: type.toUpperCase(), LocationId: location }
    : { type, occurred_at: iso(p.clock.now()), subject: { location, application }, reason: null };
  queue(
    p,
    url,
    word,
    type,
    application,
    (p.f("lifecycle-after-3min") ? 180 : p.c("lifecycle-at-once") ? 0 : p.c("lifecycle-after-50s") ? 50 : 12) + more,
  ).lifecycle = true;
}

function queue(p, url, body, resource, resource_id, delay) {
  const now = p.clock.now();
  const d = {
    id: `dlv-${p.deliveries.length + 1}`,
    url,
    resource,
    resource_id,
    queued_at: iso(now),
    sent_at: null,
    ended_at: null,
    outcome: "pending",
    reason: null,
    at: now,
    body,
  };
  p.deliveries.push(d);
  p.clock.at(now + delay * SECOND, () => send(p, d));
  return d;
}

function send(p, d, url = d.url) {
  d.sent_at = iso(p.clock.now());
  const text = JSON.stringify(d.body);
  const method = p.f("hook-put") ? "PUT" : "POST",
    type = p.f("hook-text-plain")
      ? "text/plain"
      : p.c("content-type-charset")
        ? "application/json; charset=UTF-8"
        : "application/json";
  return new Promise((resolve) => {
    const finish = (outcome, reason) => {
      if (d.ended_at) return;
      Object.assign(d, { outcome, reason, ended_at: iso(p.clock.now()) });
      p.open.delete(req);
      req.destroy();
      if (outcome === "failed") retry(p, d, reason);
      resolve();
    };
    let req;
    try {
      req = http.request(url, {
        method,
        headers: { "Content-Type": type, "Content-Length": Buffer.byteLength(text), "User-Agent": "Meridian-Hooks/3" },
        agent: false,
      });
    } catch (error) {
      req = { destroy() {} };
      return finish("failed", `address: ${error.code ?? error.message}`);
    }
    p.open.add(req);
    req.on("response", (res) => {
      res.resume();
      if (res.statusCode >= 300 && res.statusCode < 400 && res.headers.location && p.f("hook-redirect-followed")) {
        void send(p, { ...d }, new URL(res.headers.location, url).href);
      }
      const fine = Math.trunc(res.statusCode / 100) === 2 || (p.f("hook-3xx-counts") && res.statusCode < 400);
      finish(fine ? "delivered" : "failed", fine ? null : `status ${res.statusCode}`);
    });
    req.on("error", (error) => finish("failed", `network: ${error.code ?? error.message}`));
    p.clock.at(p.clock.now() + (p.f("hook-timeout-5s") ? 5 : p.f("hook-timeout-60s") ? 60 : 15) * SECOND, () =>
      finish("failed", "timeout"),
    );
    req.end(text);
  });
}

/** Nothing is ever retried; only the faults do. */
function retry(p, d, reason) {
  const wait = p.f("hook-retry-minute")
    ? 60 * SECOND
    : p.f("hook-retry-6h")
      ? 6 * HOUR
      : p.f("hook-retry-after-timeout") && reason === "timeout"
        ? 120 * SECOND
        : p.f("hook-retry-503") && reason === "status 503"
          ? 30 * SECOND
          : 0;
  if (wait && !d.again) p.clock.at(p.clock.now() + wait, () => send(p, { ...d, again: true, ended_at: null }));
}
