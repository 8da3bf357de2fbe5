// The rest of the marketplace: connected Locations, and the operations whose payloads the text does not show.

import { EVENTS } from "./events.mjs";
import { currentState, linkOf, seenLink } from "./install.mjs";
import { paginate } from "./lists.mjs";
import { DAY, iso, refuse } from "./util.mjs";

export function salons(p, x) {
  const app = Number(x.params.application_id);
  if (!p.world.apps.has(app)) refuse(403, "Access denied.", { code: "application.unknown" });
  for (const name of ["page", "count"])
    if (!x.query.get(name)) {
      if (p.f("salons-no-count-500") && name === "count") refuse(500, "Division by zero");
      if (p.c("required-query-refused")) refuse(422, `${name} is required.`, { code: "query.missing", field: name });
    }
  const shown = p.c("salons-show-all-linked") ? ["active", "pending", "freezed"] : ["active"];
  const links = [...p.world.links.values()].filter(
    (l) => (l.app === app || p.f("salons-of-all-applications")) && shown.includes(seenLink(p, l.loc, l.app)?.state),
  );
  const rows = [...new Set(links.map((l) => l.loc))].map((id) => p.world.locations.get(id).record);
  rows.sort(
    p.c("salons-by-title")
      ? (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id)
      : (a, b) => b.id - a.id,
  );
  if (p.f("salons-last-lost")) rows.pop();
  const page = paginate(p, "salons", rows, x.query.get("page"), x.query.get("count"), "count"),
    asked = x.query.get("forBooking");
  const withSlot =
    (asked === "1" && !(p.f("salons-slot-lost-later") && x.query.get("page") === "2")) ||
    p.f("salons-slot-always") ||
    (asked !== null && p.f("salons-slot-for-any-value"));
  return {
    data: page.items.map((row) => {
      const { next_slot, ...rest } = row;
      return withSlot ? { next_slot: upcoming(p, next_slot), ...rest } : rest;
    }),
  };
}

/** A slot that has passed comes again at its hour of another day. */
function upcoming(p, slot) {
  const passed = Math.ceil((p.clock.now() - Date.parse(slot)) / DAY);
  return passed > 0 ? iso(Date.parse(slot) + passed * DAY) : slot;
}

export function companies(p, x) {
  const ids = x.user.app
    ? [...p.world.links.values()]
        .filter((l) => l.app === x.user.app && currentState(p, l.loc, l.app) === "active")
        .map((l) => l.loc)
    : [...x.user.places];
  return {
    data: ids.map((id) => ({ title: p.world.locations.get(id).record.title, id })),
    meta: { my: x.query.get("my") === "1" },
  };
}

const appOf = (p, id) =>
  p.world.apps.get(Number(id)) ?? refuse(404, "No such application.", { code: "application.unknown" });
const broken = (p, name) => {
  if (p.f(name)) refuse(500, "Whoops, looks like something went wrong.");
};
const placeOf = (p, id) =>
  p.world.locations.has(Number(id)) ? Number(id) : refuse(404, "No such Location.", { code: "location.unknown" });
const accepted = (data = { accepted: true }) => ({ status: 200, data });

export function permissions(p, x) {
  placeOf(p, x.params.company_id);
  if (p.f("permissions-500-second") && p.count("permissions") > 1)
    refuse(500, "Whoops, looks like something went wrong.");
  return {
    data: {
      application: appOf(p, x.params.application_id).title,
      rights: ["clients.read", "calls.read", "records.write"],
    },
  };
}
export const tariffs = (p, x) => ({
  data: [
    { id: 1, title: `${appOf(p, x.params.application_id).title} – bas`, price: 249.0, period_days: 30 },
    { id: 2, title: "Årsvis", price: 2490.5, period_days: 365 },
  ],
});
export function addDiscount(p, x) {
  const { application_id, salon_ids = [], discount } = x.json();
  if (application_id === undefined || discount === undefined)
    refuse(422, "application_id and discount are required.", { code: "body.invalid" });
  return accepted({ application_id: appOf(p, application_id).id, salon_ids, discount });
}
export function paymentLink(p, x) {
  broken(p, "payment-link-500");
  return {
    data: {
      url: `https://pay.meridian.example/?l=${encodeURIComponent(x.query.get("salon_id") ?? "")}&a=${encodeURIComponent(x.query.get("application_id") ?? "")}`,
    },
  };
}
export function updateChannel(p, x) {
  const app = appOf(p, x.json().application_id);
  return ["Chat Bots", "SMS Aggregators"].includes(app.category)
    ? accepted()
    : refuse(403, "Only for Chat Bots and SMS Aggregators.", { code: "application.category" });
}
export function newMessage(p, x) {
  x.json();
  return accepted({ unread: true });
}
export function redirect(p) {
  broken(p, "redirect-500");
  return { status: 302, headers: { Location: "https://app.meridian.example/installed" }, body: null };
}
export function payment(p, x) {
  const b = x.json(),
    link = linkOf(p, Number(b.salon_id), Number(b.application_id)),
    now = iso(p.clock.now());
  if (!link || link.state === "uninstalled")
    refuse(404, "The application is not connected there.", { code: "link.none" });
  const record = {
    id: p.newId("payment"),
    payment_sum: Number(b.payment_sum) || 0,
    payment_date: String(b.payment_date ?? now),
    is_refunded: false,
    period_from: String(b.period_from ?? now),
    period_to: String(b.period_to ?? now),
    method: "partner",
  };
  link.payments.push(record);
  return { status: 201, data: record };
}
export function refund(p, x) {
  const found = [...p.world.links.values()]
    .flatMap((l) => l.payments)
    .find((r) => String(r.id) === x.params.payment_id);
  if (!found) broken(p, "refund-unknown-500");
  if (!found) refuse(404, "No such payment.", { code: "payment.unknown" });
  found.is_refunded = true;
  return accepted(found);
}
export function shortNames(p, x) {
  broken(p, "short-names-500");
  x.json();
  return accepted();
}

export const hooksGet = (p, x) => {
  needUser(p, x);
  const s = p.world.hooks.get(placeOf(p, x.params.location_id));
  return { data: { events: s?.events ?? [], url: s?.url ?? null, known: Object.keys(EVENTS) } };
};
export function hooksSet(p, x) {
  broken(p, "hooks-settings-post-500");
  needUser(p, x);
  const location = placeOf(p, x.params.location_id),
    { url, events } = x.json();
  if (typeof url !== "string" || !/^https?:\/\//.test(url) || !Array.isArray(events) || events.some((e) => !EVENTS[e]))
    refuse(422, "url and events are required.", { code: "body.invalid" });
  p.world.hooks.set(location, { url, events });
  return accepted({ url, events });
}
const needUser = (p, x) => {
  if (p.c("hooks-settings-need-user") && !/, ?User \S/.test(x.headers.authorization))
    refuse(401, "Authentication needed.", { code: "auth.user" });
};
export function voip(p, x) {
  const b = x.json();
  if (!b.command && p.f("voip-empty-500")) refuse(500, "Undefined index: command");
  if (!["enable", "disable", "event", "save"].includes(b.command))
    refuse(422, "Unknown command.", { code: "voip.command" });
  if (b.command === "enable" || b.command === "disable") p.voipOn = b.command === "enable";
  return accepted({ processed: p.voipOn === true || b.command === "disable" });
}
