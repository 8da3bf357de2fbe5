// Lists and dictionaries of v1: countries, calls, activities, clients, a service, hooks settings, VoIP.
import { deny, mayRead } from "./auth.mjs";
import { BUSINESS_GROUPS, CITIES, COUNTRIES, fillCall } from "./data.mjs";
import { EVENTS } from "./deliver.mjs";
import { dayOf, int, isoTime, list, moment } from "./json.mjs";

/** Pages start at 1 (0 is taken for 1), 25 rows unless told, never more than 50. */
export function paginate(ctx, rows, sizeName) {
  const { w, p, op } = ctx;
  const cap = w.c("cap-10") ? 10 : w.c("cap-15") ? 15 : 50,
    first = w.c("pages-from-zero") ? 0 : 1;
  let size = int(p[sizeName]);
  size = Math.min(size >= 1 ? size : 25, cap);
  let page = int(p.page);
  if (!(page >= first)) page = first;
  const k = page - first;
  let start = k * size,
    end = start + size;
  if (op === "calls" && w.f("calls-page-3-repeats") && k === 2) {
    start -= size;
    end -= size;
  }
  if (op === "calls" && w.f("calls-limit-ignored")) end = start + cap;
  if (op === "salons" && w.f("salons-pages-overlap") && k > 0) {
    start -= 1;
    end -= 1;
  }
  if (op === "salons" && w.f("salons-last-lost") && k > 0 && end >= rows.length) end = rows.length - 1;
  if (op === "salons" && w.f("salons-one-too-many")) end += 1;
  if (op === "activity.search" && w.f("search-page-ignored")) {
    start = 0;
    end = size;
  }
  if (op === "activity.search" && w.f("search-count-ignored")) end = start + cap;
  if (op === "clients" && w.f("clients-page-skips-one") && k > 0) {
    start += k;
    end += k;
  }
  return { page, start, rows: rows.slice(start, end), last: end >= rows.length };
}

const day = (v, name) => {
  if (v === undefined || v === null || v === "") return undefined;
  const m = /^\d{4}-\d\d-\d\d/.exec(String(v));
  return m ? m[0] : deny(422, `${name}: YYYY-MM-DD`);
};

export function callView(w, loc, call) {
  const { at, seeded, ...rest } = call;
  const zone = w.c("call-dates-with-offset") ? Number(w.locations.get(loc)?.rec.timezone) || 0 : null;
  return { ...structuredClone(rest), call_date: isoTime(at, zone, !seeded) };
}

function calls(ctx) {
  const { w, p } = ctx;
  const loc = int(p.salon_id);
  if (!(loc > 0)) deny(422, "salon_id gerekli.");
  mayRead(ctx, loc, "voip");
  if (w.c("required-refused") && (!p.date_from || !p.date_to)) deny(422, "date_from ve date_to gerekli.");
  const from = day(p.date_from, "date_from"),
    till = day(p.date_to, "date_to");
  let types = list(p, "types"),
    statuses = list(p, "statuses");
  if (w.f("calls-types-ignored")) types = [];
  if (w.f("calls-first-type-only")) types = types.slice(0, 1);
  if (w.f("calls-statuses-ignored")) statuses = [];
  const zone = w.c("call-days-in-utc") ? 0 : Number(w.locations.get(loc)?.rec.timezone) || 0;
  const phone = p.phone === undefined || w.f("calls-phone-ignored") ? "" : String(p.phone).trim();
  const byKind = (c) => {
    const t = !types.length || types.includes(c.type),
      s =
        !statuses.length ||
        (statuses.includes(c.status) && !(w.f("calls-notfound-unfindable") && c.status === "notfound"));
    return w.f("calls-filters-or") && types.length && statuses.length ? t || s : t && s;
  };
  const rows = (w.calls.get(loc) ?? []).filter((c) => {
    const d = dayOf(c.at, zone);
    if (from && (w.f("calls-from-exclusive") ? d <= from : d < from)) return false;
    if (till && (w.f("calls-to-exclusive") && from !== till ? d >= till : d > till)) return false;
    if (w.f("calls-one-day-empty") && from && from === till) return false;
    if (
      phone &&
      !(w.c("call-phone-in-part") ? String(c.caller_phone).includes(phone) : String(c.caller_phone) === phone)
    )
      return false;
    return byKind(c);
  });
  rows.sort((a, b) => (w.c("calls-oldest-first") ? a.at - b.at : b.at - a.at) || (a.id < b.id ? -1 : 1));
  if (w.f("calls-of-neighbour"))
    for (const [id, cs] of w.calls)
      if (id !== loc && cs.length) {
        rows.push(cs[0]);
        break;
      }
  const page = paginate(ctx, rows, "limit");
  return { data: page.rows.map((c) => callView(w, loc, c)), meta: page.rows.length ? [] : {} };
}

function activities(ctx, { dates = true } = {}) {
  const {
    w,
    p,
    ids: [loc],
    op,
  } = ctx;
  if (!w.locations.has(loc)) deny(404);
  let from = dates ? day(p.from, "from") : undefined,
    till = dates ? day(p.till, "till") : undefined;
  let [services, staff, resources] = ["service_ids", "staff_ids", "resource_ids"].map((n) => list(p, n));
  if (w.f("search-service-ignored") && op === "activity.search") services = [];
  if (w.f("dates-staff-ignored") && op === "activity.dates") staff = [];
  if (w.f("search-resource-ignored") && op === "activity.search") resources = [];
  if (w.f("range-service-ignored") && op === "activity.range") services = [];
  if (w.f("dates-till-ignored") && op === "activity.dates") till = undefined;
  return (w.activities.get(loc) ?? []).filter((a) => {
    const d = String(a.date).slice(0, 10);
    if (from && (w.f("search-from-exclusive") && op === "activity.search" ? d <= from : d < from)) return false;
    if (till && (w.f("search-till-exclusive") && op === "activity.search" ? d >= till : d > till)) return false;
    return (
      (!services.length || services.includes(String(a.service_id))) &&
      (!staff.length || staff.includes(String(a.staff_id))) &&
      (!resources.length || [a.resource_ids].flat().some((r) => resources.includes(String(r))))
    );
  });
}

const byCode = (a, b) => (a < b ? -1 : Number(a > b));

function search(ctx) {
  const rows = activities(ctx).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const page = paginate(ctx, rows, "count");
  return {
    data: ctx.w.c("search-items-alike") ? page.rows.map(() => ({ free: 4 })) : structuredClone(page.rows),
    meta: { count: ctx.w.c("search-count-total") ? rows.length : page.rows.length },
  };
}
function searchDates(ctx) {
  const days = [...new Set(activities(ctx).map((a) => String(a.date).slice(0, 10)))].toSorted(byCode);
  return { data: ctx.w.c("dates-descending") ? days.toReversed() : days, meta: [] };
}
function searchRange(ctx) {
  const days = activities(ctx, { dates: false })
    .map((a) => String(a.date).slice(0, 10))
    .toSorted(byCode);
  if (!days.length) deny(404, "Hiç etkinlik yok.");
  const data = { max_date: days.at(-1), min_date: days[0] };
  return { data: ctx.w.f("range-swapped") ? { max_date: data.min_date, min_date: data.max_date } : data, meta: [] };
}

function clientTests(ctx, zone) {
  const { w, p } = ctx,
    tests = [];
  const given = (n) => p[n] !== undefined && p[n] !== "" && !w.f(`clients-${n.replaceAll("_", "-")}-ignored`);
  const fold = (v) => (w.c("filters-mind-case") ? String(v) : String(v).toLowerCase());
  const part = (name, field) =>
    given(name) &&
    tests.push((c) => {
      const have = fold(c[field]),
        want = fold(p[name]);
      if (w.f("clients-fullname-prefix") && name === "fullname") return have.startsWith(want);
      if (w.f("clients-fullname-ascii") && name === "fullname" && /\P{ASCII}/u.test(want)) return false;
      if (w.f("clients-email-exact") && name === "email") return have === want;
      return have.includes(want);
    });
  part("fullname", "name");
  part("phone", "phone");
  part("email", "email");
  part("card", "card");
  const number = (name, test) =>
    given(name) && Number.isFinite(Number(p[name])) && tests.push((c) => test(Number(c.spent), Number(p[name])));
  number("paid_min", (a, b) => (w.f("clients-paid-min-exclusive") ? a > b : a >= b));
  if (!(w.f("clients-paid-max-lost") && given("paid_min")))
    number("paid_max", (a, b) => (w.f("clients-paid-max-whole") ? a < Math.floor(b) : a <= b));
  if (given("id")) tests.push((c) => String(c.id) === String(p.id));
  let several = p["id[]"] ?? (Array.isArray(p.id) ? p.id : null);
  if (several && w.f("clients-ids-first-only")) several = several.slice(0, 1);
  if (several) tests.push((c) => several.map(String).includes(String(c.id)));
  const edge = w.c("changed-bounds-exclusive") ? 0 : 1;
  const time = (name, test) => {
    if (!given(name)) return;
    const t = moment(p[name], w.c("changed-in-local-time") ? zone : 0);
    if (Number.isNaN(t)) deny(422, `${name}: YYYY-MM-DDTHH:MM:SS`);
    tests.push((c) => test(moment(c.last_change_date, w.c("changed-in-local-time") ? zone : 0), t));
  };
  time("changed_after", (a, t) => a > t - edge);
  time("changed_before", (a, t) => (w.f("clients-changed-before-inverted") ? a > t : a < t + edge));
  return tests;
}

function clients(ctx) {
  const {
    w,
    p,
    ids: [loc],
  } = ctx;
  const place = w.locations.get(loc);
  if (!place && !w.f("clients-of-nowhere")) deny(404);
  if (place) mayRead(ctx, loc, "clients");
  let tests = clientTests(ctx, Number(place?.rec.timezone) || 0);
  if (w.f("clients-filters-lost-on-page-2") && int(p.page) >= 2) tests = [];
  const all = w.clients.get(loc) ?? [];
  const rows = all.filter((c) => tests.every((t) => t(c)));
  if (w.c("clients-by-name")) rows.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  const page = paginate(ctx, rows, "count");
  return {
    data: structuredClone(page.rows),
    meta: { total_count: w.c("total-of-all") ? all.length : rows.length, page: page.page },
    info: page,
  };
}

function service(ctx) {
  const {
    w,
    ids: [loc, id],
  } = ctx;
  const shop = w.services.get(loc) ?? (w.f("service-of-any-location") ? w.services.values().next().value : undefined);
  const s = shop?.get(id);
  if (!s) return w.f("service-null") ? { data: null, meta: [] } : deny(404);
  return { data: structuredClone(s), meta: [] };
}

function hooksGet(ctx) {
  const {
    w,
    ids: [loc],
  } = ctx;
  if (!w.locations.has(loc)) deny(404);
  const h = w.hooks.get(loc) ?? { urls: [], events: [] };
  return { data: { urls: h.urls, events: h.events, aktif: h.events.length ? 1 : 0 }, meta: {} };
}
function hooksSet(ctx) {
  const {
    w,
    body,
    ids: [loc],
  } = ctx;
  if (!w.locations.has(loc)) deny(404);
  const urls = [body?.urls ?? body?.url ?? []].flat().filter((u) => /^https?:\/\//.test(u)),
    events = [body?.events ?? []].flat().filter((e) => e in EVENTS);
  w.hooks.set(loc, { urls, events });
  return hooksGet(ctx);
}

function voip(ctx) {
  const { w, body } = ctx;
  const loc = int(body?.salon_id),
    word = String(body?.event ?? body?.command ?? "");
  if (word === "enable" || word === "disable") w.voip.set(loc, word === "enable");
  const on = w.voip.get(loc) === true;
  const stored = on && word === "save" && w.calls.has(loc);
  if (stored)
    w.calls.get(loc).push(fillCall(w, { caller_phone: String(body.phone ?? ""), call_date: isoTime(w.now()) }));
  return { data: { islendi: stored || (on && word === "call") || word.endsWith("able") }, meta: [] };
}

const A = "(\\d+)",
  FILTERS = ["service_ids", "staff_ids", "resource_ids"];
export const ROUTES = [
  ["GET", "/countries", "countries", "partner", "base", () => ({ data: structuredClone(COUNTRIES), meta: [] })],
  [
    "GET",
    "/voip/integration/calls",
    "calls",
    "user",
    "base",
    calls,
    ["salon_id", "date_from", "date_to", "phone", "types", "statuses", "page", "limit"],
  ],
  [
    "GET",
    `/activity/${A}/search`,
    "activity.search",
    "partner",
    "base",
    search,
    ["from", "till", "page", "count", ...FILTERS],
  ],
  [
    "GET",
    `/activity/${A}/search_dates`,
    "activity.dates",
    "partner",
    "base",
    searchDates,
    ["from", "till", ...FILTERS],
  ],
  ["GET", `/activity/${A}/search_dates_range`, "activity.range", "partner", "base", searchRange, FILTERS],
  [
    "GET",
    `/clients/${A}`,
    "clients",
    "user",
    "base",
    clients,
    [
      "fullname",
      "phone",
      "email",
      "card",
      "paid_min",
      "paid_max",
      "id",
      "changed_after",
      "changed_before",
      "page",
      "count",
    ],
  ],
  ["GET", `/services/${A}/${A}`, "service", "partner", "base", service, ["staff_id", "category_id"]],
  ["GET", `/hooks_settings/${A}`, "hooks.get", "partner", "base", hooksGet],
  ["POST", `/hooks_settings/${A}`, "hooks.set", "partner", "base", hooksSet],
  ["POST", "/voip/integration", "voip", "partner", "base", voip],
  ["GET", "/cities", "cities", "partner", "base", () => ({ data: structuredClone(CITIES), meta: {} })],
  [
    "GET",
    "/references/business_groups_with_types",
    "groups",
    "partner",
    "base",
    () => ({ data: structuredClone(BUSINESS_GROUPS), meta: [] }),
  ],
];
