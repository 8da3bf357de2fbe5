// Marketplace: the handshake, status, connected Locations, uninstalling, payments and the small change.
import { deny } from "./auth.mjs";
import { lifecycle } from "./deliver.mjs";
import { dayOf, int, isoTime, moment, sqlTime } from "./json.mjs";
import { paginate } from "./lists.mjs";

const HOUR = 3600e3;

function grant(ctx) {
  const {
    w,
    user,
    ids: [loc, app],
  } = ctx;
  const place = w.locations.get(loc),
    appl = w.apps.get(app);
  const connect = () => {
    const link = w.link(loc, app);
    const quick = !appl.public || (appl.draft && !w.c("draft-waits"));
    const go =
      (quick && !w.f("fast-waits")) ||
      w.f("grant-activates") ||
      (w.f("second-install-skips-callback") && link.installs > 0)
        ? "active"
        : "pending";
    if (link.state === "active") return w.c("grant-active-409") ? deny(409) : undefined;
    if (link.state === "freezed" && w.c("grant-freezed-409")) deny(409);
    if (link.state === "pending") {
      // a reconnect: the window starts anew
      if (w.f("reconnect-refused")) deny(403);
      if (!w.f("reconnect-keeps-window")) link.granted = w.now();
      if (!w.c("created-kept")) link.created = w.now();
      link.reconnects++;
      return w.note(link);
    }
    w.change(link, go, "marketplace", { granted: w.now(), created: w.now(), reconnects: 0 });
  };
  if (!user ? false : !user.manages.has(loc)) {
    if (w.f("grant-limited-links") && user.kind === "limited" && appl) connect();
    if (!(w.f("grant-limited-served") && user.sees.has(loc)) && !(w.f("grant-stranger-served") && place))
      deny(403, "Kullanıcı haklarını yönetme yetkisi gerekli.");
  }
  if (!place) deny(403);
  if (!appl) deny(404);
  if (place.blocked && !w.f("blocked-served")) {
    if (w.f("blocked-links")) connect();
    deny(403, "Bu şubede kurulum engellenmiş.");
  }
  if (appl.draft && !place.test) deny(403, "Taslak uygulama yalnızca deneme şubesinde.");
  connect();
  return { status: 201, data: { sonuc: "ok", salon_id: loc, application_id: app }, meta: {}, bare: w.c("empty-201") };
}

function callback(ctx) {
  const { w, body } = ctx;
  const loc = int(body?.salon_id),
    app = int(body?.application_id);
  if (!body) deny(400);
  if (!(loc > 0) || !(app > 0)) deny(422, "salon_id ve application_id gerekli.");
  const link = w.links.get(`${loc}:${app}`);
  const done = { status: 201, data: { settings: { sistem_kullanicisi: true } }, meta: [], bare: w.c("empty-201") };
  const activate = (l) => w.change(l, "active", "partner_api", { quiet: w.f("log-lacks-callback") });
  if (!link || link.state === "uninstalled") {
    if (w.f("callback-needs-no-grant") && w.locations.has(loc) && w.apps.has(app)) {
      activate(w.link(loc, app));
      return done;
    }
    if (w.f("callback-revives") && link?.installs) {
      activate(link);
      return done;
    }
    return w.c("ungranted-callback-201") ? done : deny(404);
  }
  if (link.state === "active") return w.c("callback-again-409") ? deny(409) : done;
  if (link.state === "freezed") deny(409);
  let window = 12 * HOUR;
  if (w.f("window-11-hours")) window = 11 * HOUR;
  if (w.f("window-13-hours")) window = 13 * HOUR;
  if ((w.f("window-endless-after-reconnect") && link.reconnects) || w.f("late-callback-activates")) window = Infinity;
  if (w.now() - link.granted > window) {
    if (w.f("late-callback-unlinks")) w.change(link, "uninstalled", "marketplace");
    if (w.c("late-callback-201")) return done;
    deny([404, 409, 410].find((s) => w.c(`late-callback-${s}`)) ?? 403, "On iki saat geçti; yeniden bağlayın.");
  }
  if (w.f("callback-without-effect")) return done;
  if (w.f("callback-all-locations"))
    for (const l of w.links.values()) if (l.app === app && l !== link && l.state === "pending") activate(l);
  activate(link);
  return done;
}

function status(ctx) {
  const {
    w,
    ids: [loc, app],
  } = ctx;
  if (!w.locations.has(loc)) deny(w.c("unknown-location-404") ? 404 : 403);
  if (!w.apps.has(app)) deny(404);
  const link = w.seen(loc, app, w.c("lag-status") ? 1900 : 0);
  const expired = link?.state === "pending" && w.f("pending-vanishes") && w.now() - link.granted > 12 * HOUR;
  if (!link || expired || (link.state === "uninstalled" && !(w.c("uninstalled-reads-word") && link.logs.length)))
    deny(w.c("uninstalled-403") ? 403 : 404);
  const logs = structuredClone(link.logs);
  if (w.c("log-newest-first")) logs.reverse();
  const zone = w.c("created-in-local-time") ? w.locations.get(loc).rec.timezone : 0;
  if (zone !== 0) for (const entry of logs) entry.changed_at = sqlTime(moment(entry.changed_at), zone);
  return {
    data: {
      logs,
      payments: structuredClone(link.payments),
      connection_status: { created_at: sqlTime(link.created, zone), status: link.state },
    },
    meta: link.payments.length ? {} : [],
  };
}

function companies(ctx) {
  const { w, user } = ctx;
  const sees = [...w.locations].filter(([id]) =>
    user?.kind === "system" ? w.linked(id, w.fixtures.application_id)?.state === "active" : user?.sees.has(id),
  );
  const rows = sees.map(([id, l]) => ({
    title: l.rec.title,
    id,
    country_id: l.rec.country_id,
    timezone: l.rec.timezone,
  }));
  if (w.c("companies-keyed"))
    return { data: Object.fromEntries(rows.map((r) => ["s" + r.id, r])), meta: { adet: rows.length } };
  return { data: rows, meta: rows.length ? {} : [] };
}

function salons(ctx) {
  const {
    w,
    ids: [app],
    p,
  } = ctx;
  if (!w.apps.has(app)) deny(403);
  if (w.c("required-refused") && (p.page === undefined || p.count === undefined)) deny(422, "page ve count gerekli.");
  const shown = w.c("list-active-only")
    ? ["active"]
    : w.c("list-all-linked")
      ? ["active", "freezed", "pending"]
      : ["active", "freezed"];
  if (w.f("salons-lists-uninstalled")) shown.push("uninstalled");
  const rows = [];
  for (const l of w.links.values()) {
    if (l.app !== app && !w.f("salons-of-all-apps")) continue;
    const link = w.seen(l.loc, l.app, w.c("lag-lists") ? 1500 : 0),
      place = w.locations.get(l.loc);
    if (!link || !shown.includes(link.state)) continue;
    if (w.f("salons-lacks-fresh") && !place.connectedTo && link.installs < 2) continue;
    if (!rows.includes(place.rec)) rows.push(place.rec);
  }
  if (w.c("salons-by-title")) rows.sort((a, b) => (String(a.title) < String(b.title) ? -1 : 1));
  else rows.sort((a, b) => b.id - a.id);
  const page = paginate(ctx, rows, "count");
  const booking = String(p.forBooking) === "1";
  const slot = (r) =>
    r.next_slot ?? isoTime(Math.ceil(w.now() / 86400e3) * 86400e3 + 5 * HOUR, Number(r.timezone) || 0, true);
  const data = page.rows.map((r) => {
    const { next_slot: _, ...rest } = structuredClone(r);
    return (booking && !w.f("slot-missing")) || w.f("slot-always") ? { ...rest, next_slot: slot(r) } : rest;
  });
  return { data, meta: [] };
}

function uninstall(ctx) {
  const {
    w,
    ids: [loc, app],
  } = ctx;
  const link = w.linked(loc, app);
  if (!link) deny(404);
  if (!w.f("uninstall-without-effect")) w.change(link, "uninstalled", "partner_api");
  if (w.f("uninstall-everywhere"))
    for (const l of w.links.values())
      if (l.app === app && l.state !== "uninstalled" && !w.locations.get(l.loc).connectedTo)
        w.change(l, "uninstalled", "partner_api");
  return { data: null, meta: {} };
}

function payment(ctx) {
  const { w, body } = ctx;
  const link = w.linked(int(body?.salon_id), int(body?.application_id));
  if (!link) deny(body?.salon_id ? 404 : 422);
  const rec = {
    id: w.nextId(),
    payment_sum: Number(body.payment_sum ?? body.sum ?? 0) || 0,
    is_refunded: false,
    payment_date: String(body.payment_date ?? sqlTime(w.now())),
    period_from: String(body.period_from ?? dayOf(w.now())),
    period_to: String(body.period_to ?? dayOf(w.now() + 30 * 86400e3)),
  };
  link.payments.push(rec);
  w.note(link);
  return { status: 201, data: { payment_id: rec.id, id: rec.id }, meta: [] };
}

function refund(ctx) {
  for (const link of ctx.w.links.values()) {
    const rec = link.payments.find((p) => p.id === ctx.ids[0]);
    if (rec) {
      rec.is_refunded = true;
      ctx.w.note(link);
      return { data: { id: rec.id }, meta: {} };
    }
  }
  deny(404);
}

const knownApp = (ctx, id) => ctx.w.apps.get(id) ?? deny(404);
const thanks =
  (more = {}) =>
  () => ({ data: { tamam: true, ...more }, meta: {} });

/** Freezes or disables a link; the control protocol calls it. Returns false when it makes no sense. */
export function platformFreezes(w, loc, app) {
  const link = w.linked(loc, app);
  if (link?.state !== "active") return false;
  const all = w.f("freeze-all-apps")
    ? [...w.links.values()].filter((l) => l.loc === loc && l.state === "active")
    : [link];
  if (!w.f("freeze-without-effect"))
    for (const l of all) w.change(l, "freezed", "abonelik", { quiet: w.f("log-lacks-freeze") });
  lifecycle(w, "freeze", loc, app);
  return true;
}
export function platformDisables(w, loc, app) {
  const link = w.linked(loc, app);
  if (!link) return false;
  const before = link.state;
  if (!w.f("disable-without-effect")) w.change(link, "uninstalled", "marketplace");
  lifecycle(w, "uninstall", loc, app, before);
  return true;
}

const A = "(\\d+)";
export const ROUTES = [
  ["POST", `/company/${A}/marketplace/applications/${A}/grant_access`, "grant", "user", "base", grant],
  ["POST", "/marketplace/partner/callback", "callback", "partner", "app", callback],
  ["GET", `/marketplace/salon/${A}/application/${A}`, "status", "partner", "both", status],
  ["GET", "/companies", "companies", "user", "base", companies],
  ["GET", `/marketplace/application/${A}/salons`, "salons", "partner", "base", salons, ["page", "count", "forBooking"]],
  ["POST", `/marketplace/salon/${A}/application/${A}/uninstall`, "uninstall", "partner", "both", uninstall],
  [
    "GET",
    `/company/${A}/marketplace/applications/${A}/permissions`,
    "permissions",
    "partner",
    "base",
    (ctx) => {
      knownApp(ctx, ctx.ids[1]);
      return {
        data: [
          { slug: "voip", baslik: "Aramalar" },
          { slug: "clients", baslik: "Müşteriler" },
        ],
        meta: [],
      };
    },
  ],
  [
    "GET",
    `/marketplace/application/${A}/tariffs`,
    "tariffs",
    "partner",
    "base",
    (ctx) => {
      knownApp(ctx, ctx.ids[0]);
      return {
        data: [
          { id: 1, title: "Aylık", price: 49.95 },
          { id: 2, title: "Yıllık", price: 480 },
        ],
        meta: {},
      };
    },
  ],
  [
    "POST",
    "/marketplace/application/add_discount",
    "add_discount",
    "partner",
    "base",
    (ctx) => {
      ctx.w.discounts.push(ctx.body);
      return thanks()();
    },
  ],
  [
    "GET",
    "/marketplace/application/payment_link",
    "payment_link",
    "partner",
    "base",
    thanks({ url: "https://odeme.bazaar.invalid/l/abc?x=1&y=2" }),
  ],
  [
    "POST",
    "/marketplace/application/update_channel",
    "update_channel",
    "partner",
    "base",
    (ctx) =>
      ["Chat Bots", "SMS Aggregators"].includes(ctx.w.apps.get(int(ctx.body?.application_id))?.category)
        ? thanks()()
        : deny(403),
  ],
  ["POST", "/marketplace/application/new_message", "new_message", "partner", "base", thanks()],
  ["POST", "/marketplace/partner/callback/redirect", "redirect", "partner", "both", thanks()],
  ["POST", "/marketplace/partner/payment", "payment", "partner", "both", payment],
  ["POST", `/marketplace/partner/payment/refund/${A}`, "refund", "partner", "both", refund],
  ["POST", "/marketplace/partner/short_names", "short_names", "partner", "both", thanks()],
];
