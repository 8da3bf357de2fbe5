// Webhooks: what is told to partners, when, and how it ended.
import http from "node:http";
import { fillClient } from "./data.mjs";
import { FAULTS } from "./faults.mjs";
import { isoTime, sqlTime } from "./json.mjs";

/** Event → its word in the envelope, and the record it carries. */
export const EVENTS = {
  SalonEvent: ["salon", (w, loc) => structuredClone(w.locations.get(loc).rec)],
  StaffEvent: ["staff", (w, loc, id) => ({ id, name: "Usta Şükrü", specialization: "", rating: 4.5, position: null })],
  ServiceEvent: [
    "service",
    (w, loc, id) => ({ id, title: "Tıraş", category_id: 41, price_min: 10, price_max: 12.5, staff: [] }),
  ],
  ServiceCategoryEvent: ["service_category", (w, loc, id) => ({ id, title: "Saç", weight: 3, staff: [] })],
  ClientEvent: [
    "client",
    (w, loc, id) => structuredClone(w.clients.get(loc)?.find((c) => c.id === id) ?? fillClient(w, { id }, 4)),
  ],
  RecordEvent: [
    "record",
    (w, loc, id) => ({
      id,
      company_id: loc,
      date: sqlTime(w.now() + 86400e3),
      services: [],
      client: null,
      seance_length: 3600,
    }),
  ],
  LoyaltyCardEvent: ["loyalty_card", (w, loc, id) => ({ id, number: "0042", balance: -7.25 })],
  ScheduleEvent: ["schedule", () => []],
  GoodEvent: ["good", (w, loc, id) => ({ good_id: id, id, title: 'Şampuan "özel" <1L>', cost: 33.3 })],
  GoodsOperationEvent: ["goods_operations_sale", (w, loc, id) => ({ id, amount: -2, good: { id: 9, title: "Tarak" } })],
  FinancesOperationEvent: [
    "finances_operation",
    (w, loc, id) => ({ id, amount: 199.99, comment: "", payment_system_transaction_ids: ["tx/1"] }),
  ],
};
export const GOODS_KINDS = ["sale", "receipt", "consumable", "stolen", "move"].map((k) => "goods_operations_" + k);

/** A record changes on the platform; subscribers hear of it some 5 seconds later. */
export function announce(w, { event, loc, change, resource }) {
  const [word, make] = EVENTS[event];
  const id =
    event === "SalonEvent"
      ? loc
      : event === "ScheduleEvent"
        ? 701
        : event === "ClientEvent" && change !== "created"
          ? (w.clients.get(loc)?.[0]?.id ?? w.nextId())
          : w.nextId();
  const words = w.c("status-words-past")
    ? { created: "eklendi", updated: "değişti", deleted: "silindi" }
    : { created: "INSERT", updated: "UPDATE", deleted: "DELETE" };
  const envelope = {
    status: words[change],
    data: make(w, loc, id),
    resource_id: id,
    resource: resource ?? word,
    company_id: loc,
  };
  const sent = { resource: envelope.resource, resource_id: id, status: envelope.status };
  const listeners = [];
  for (const [place, sub] of w.hooks) {
    const here = place === loc || w.f("hook-of-other-location");
    if (here && (sub.events.includes(event) || (w.f("hook-unsubscribed-type") && sub.events.length)))
      listeners.push(...sub.urls);
  }
  if (w.f("hook-after-end") && !listeners.length && w.lastUrl) listeners.push(w.lastUrl);
  const delay = w.c("hook-after-4s") ? 4000 : w.c("hook-after-9s") ? 9000 : 5000;
  for (const url of new Set(listeners)) enqueue(w, { url, envelope, delay, event, change });
  return sent;
}

/** freeze or uninstall, to the address of the developer account. */
export function lifecycle(w, kind, loc, app, before) {
  const url = (w.f("lifecycle-to-old-url") && w.oldLifecycle?.get(app)) || w.lifecycle.get(app);
  if (!url) return;
  const envelope = w.c("lifecycle-flat")
    ? { type: kind, location_id: loc, application_id: app }
    : { olay: { tur: kind, zaman: isoTime(w.now()) }, hook: `application.${kind}`, salon: loc, uygulama: String(app) };
  const delay = w.c("lifecycle-1s") ? 1000 : w.c("lifecycle-50s") ? 50e3 : 7000;
  enqueue(w, { url, envelope, delay, event: kind, resource: kind, resource_id: app, loc, app, before });
}

function enqueue(w, job) {
  const rec = {
    id: w.deliveries.length + 1,
    url: job.url,
    resource: job.resource ?? job.envelope.resource,
    resource_id: job.resource_id ?? job.envelope.resource_id,
    queued_at: w.now(),
    sent_at: null,
    ended_at: null,
    outcome: "pending",
    reason: null,
    method: "POST",
    type: "application/json; charset=UTF-8",
    times: 1,
    nth: ++w.announced,
  };
  const out = { ...job, rec, envelope: structuredClone(job.envelope) };
  for (const f of FAULTS) if (f.hook && w.f(f.name)) f.hook(out, w);
  if (out.skip) return;
  Object.defineProperty(rec, "job", { value: out });
  for (let i = 0; i < rec.times; i++) post(w, i ? { ...rec, id: w.deliveries.length + 1 } : rec, out, out.delay);
}

function post(w, rec, job, delay) {
  w.deliveries.push(rec);
  w.at(w.now() + delay, () => (job.dropped ? drop(w, rec) : send(w, rec, job)));
}
const drop = (w, rec) => {
  w.deliveries.splice(w.deliveries.indexOf(rec), 1);
};

function send(w, rec, job) {
  const body = JSON.stringify(job.envelope);
  rec.sent_at = w.now();
  let finish;
  const finished = new Promise((r) => {
    finish = r;
  });
  const end = (outcome, reason) => {
    if (rec.outcome !== "pending") return;
    Object.assign(rec, { outcome, reason, ended_at: w.now() });
    finish();
    again(w, rec, job);
  };
  const req = http.request(rec.url, {
    method: rec.method,
    headers: {
      "Content-Type": rec.type,
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": "bazaar-hook/0.9 (PHP)",
      Connection: "close",
    },
  });
  req.on("response", (res) => {
    res.resume();
    const s = res.statusCode,
      fine =
        (s >= 200 && s < 300) ||
        (w.f("redirect-counts-as-delivered") && s >= 300 && s < 400) ||
        (w.f("error-counts-as-delivered") && s >= 500);
    end(fine ? "delivered" : "failed", fine ? null : `HTTP ${s}`);
  });
  req.on("error", (e) => end("failed", e.code ?? e.message));
  req.end(body);
  const patience = w.f("hook-timeout-8") ? 8000 : w.f("hook-timeout-40") ? 40e3 : 15e3;
  w.at(rec.sent_at + patience, async () => {
    if (rec.outcome === "pending") await w.patience(finished); // an answer may be on its way
    end("failed", "timeout");
    req.destroy();
  });
  return w.patience(finished);
}

/** Nothing is tried again, except by faults. */
function again(w, rec, job) {
  if (rec.outcome !== "failed" || rec.retried || w.dead) return;
  const wait =
    w.f("hook-retried-soon") && rec.reason !== "timeout"
      ? 60e3
      : w.f("hook-retried-hours-later")
        ? 3 * 3600e3
        : w.f("hook-timeout-retried") && rec.reason === "timeout"
          ? 30e3
          : 0;
  if (wait)
    post(
      w,
      {
        ...rec,
        id: w.deliveries.length + 1,
        queued_at: w.now(),
        sent_at: null,
        ended_at: null,
        outcome: "pending",
        reason: null,
        retried: true,
      },
      job,
      wait,
    );
}

const when = (t) => (t === null ? null : isoTime(t));
export const deliveryView = ({ id, url, resource, resource_id, queued_at, sent_at, ended_at, outcome, reason }) => ({
  id,
  url,
  resource,
  resource_id,
  queued_at: when(queued_at),
  sent_at: when(sent_at),
  ended_at: when(ended_at),
  outcome,
  reason,
});
