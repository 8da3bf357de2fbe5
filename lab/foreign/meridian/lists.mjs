// Paging of v1 lists; the call history, the activity search, the clients, the service.

import { requireAccess } from "./auth.mjs";
import { STATUSES, TYPES } from "./data.mjs";
import { dayOf, hasOffset, isDay, iso, moment, refuse } from "./util.mjs";

function whole(value, otherwise, name) {
  if (value === undefined || value === null || value === "") return otherwise;
  const n = Number(value);
  return Number.isInteger(n) && n >= 0
    ? n
    : refuse(422, `${name} must be a whole number.`, { code: "query.invalid", field: name });
}

/** Pages begin at 1; page 0 is taken for the first one too. At most 20 at a time. */
export function paginate(p, op, items, pageGiven, sizeGiven, sizeName) {
  const cap = p.c("v1-cap-10") ? 10 : p.c("v1-cap-15") ? 15 : p.c("v1-cap-200") ? 200 : 20;
  const first = p.c("pages-from-zero") ? 0 : 1;
  const page = whole(pageGiven, first, "page"),
    asked =
      whole(sizeGiven, cap, sizeName) ||
      refuse(422, `${sizeName} must be positive.`, { code: "query.invalid", field: sizeName });
  if (asked > cap && p.c("large-pages-refused"))
    refuse(422, `${sizeName} is at most ${cap}.`, { code: "query.invalid", field: sizeName });
  const later = page > first;
  let size = Math.min(asked, cap),
    start = Math.max(0, page - first) * size;
  if (p.f(`${op}-size-ignored`)) size = cap;
  if (p.f(`${op}-page-ignored`)) start = 0;
  if (p.f(`${op}-pages-overlap`) && later) start -= 1;
  if (p.f(`${op}-pages-skip`) && later) start += 1;
  if (p.f(`${op}-later-page-longer`) && later) size += 1;
  if (p.f(`${op}-later-page-empty`) && later) size = 0;
  return { items: items.slice(start, start + size), page: Math.max(page, first) };
}

const spelled = (p, text) => (p.c("offset-in-hours") ? text.replace(/:00$/, "") : text);
const outMoment = (p, text, location) =>
  typeof text !== "string" || !hasOffset(text) || !Number.isFinite(Date.parse(text))
    ? text
    : spelled(
        p,
        iso(
          Date.parse(text),
          p.c("offset-of-location")
            ? Math.round(60 * (p.world.locations.get(location)?.record.timezone ?? 2))
            : p.c("offset-zero")
              ? 0
              : 120,
        ),
      );
const asList = (v) => (v === undefined || v === null ? [] : Array.isArray(v) ? v : [v]);

export function calls(p, x) {
  const q = x.query,
    pick = (name) => (q.has(`${name}[]`) ? q.getAll(`${name}[]`) : q.get(name)?.split(","));
  const fields =
    x.raw.trim() || p.c("calls-body-only")
      ? x.json()
      : { ...Object.fromEntries(q), types: pick("types"), statuses: pick("statuses") };
  if (fields.salon_id === undefined) refuse(422, "salon_id is required.", { code: "body.invalid", field: "salon_id" });
  const location = Number(fields.salon_id);
  requireAccess(p, x.user, location, "calls");
  for (const name of ["date_from", "date_to"])
    if (!isDay(fields[name]))
      refuse(p.f("calls-bad-date-500") && fields[name] ? 500 : 422, `${name} must be a date.`, {
        code: "body.invalid",
        field: name,
      });
  const days = (Date.parse(fields.date_to) - Date.parse(fields.date_from)) / 86_400_000;
  if (p.c("calls-31-days-past") && (days > 31 || fields.date_to > dayOf(p.clock.now())))
    refuse(422, "At most 31 days, up to today.", { code: "body.invalid", field: "date_to" });
  const types = asList(fields.types),
    statuses = asList(fields.statuses);
  if (types.some((t) => !TYPES.includes(t)) || statuses.some((s) => !STATUSES.includes(s)))
    refuse(422, "Unknown type or status.", { code: "body.invalid" });
  const digits = (t) => String(t).replace(/\D/g, ""),
    later = Number(fields.page) > 1;
  const tests = [
    (c) => {
      const day = dayOf(moment(c.call_date));
      return (
        (p.f("calls-first-day-lost") && fields.date_from !== fields.date_to
          ? day > fields.date_from
          : day >= fields.date_from) && (p.f("calls-last-day-lost") ? day < fields.date_to : day <= fields.date_to)
      );
    },
    (c) =>
      !fields.phone ||
      p.f("calls-phone-ignored") ||
      (p.c("calls-phone-part")
        ? digits(c.caller_phone).includes(digits(fields.phone))
        : digits(c.caller_phone) === digits(fields.phone)),
    (c) =>
      !types.length ||
      (p.f("calls-first-type-only") ? types[0] === c.type : types.includes(c.type)) ||
      p.f("calls-types-ignored"),
    (c) =>
      !statuses.length ||
      statuses.includes(c.status) ||
      p.f("calls-statuses-ignored") ||
      (p.f("calls-notfound-too-wide") && statuses.includes("notfound") && c.status === "notavailable"),
  ];
  let fits = (c) => tests.every((t) => t(c));
  if (p.f("calls-filters-either") && types.length && statuses.length)
    fits = (c) => tests[0](c) && tests[1](c) && (tests[2](c) || tests[3](c));
  if (p.f("calls-filters-forgotten-later") && later) fits = tests[0];
  let source = p.world.folders[location]?.calls ?? [];
  if (p.f("calls-of-other-location")) source = Object.values(p.world.folders).flatMap((r) => r.calls);
  const found = source
    .filter(fits)
    .toSorted(
      (a, b) =>
        (p.c("calls-oldest-first") ? 1 : -1) * (moment(a.call_date) - moment(b.call_date)) || (a.id < b.id ? -1 : 1),
    );
  const page = paginate(p, "calls", found, fields.page, fields.limit, "limit");
  return { data: page.items.map((c) => ({ ...c, call_date: outMoment(p, c.call_date, location) })) };
}

function activities(p, x, op) {
  const location = Number(x.params.location_id);
  if (!p.world.locations.has(location)) refuse(404, "No such Location.", { code: "location.unknown" });
  const ids = (name) =>
    [...x.query.getAll(name), ...x.query.getAll(`${name}[]`)].flatMap((v) => v.split(",")).filter(Boolean);
  const [services, staff, resources] = ["service_ids", "staff_ids", "resource_ids"].map(ids);
  const ranged = op !== "search_dates_range",
    from = ranged ? x.query.get("from") : null,
    till = ranged ? x.query.get("till") : null;
  if (ranged && p.c("required-query-refused") && (!from || !till))
    refuse(422, "from and till are required.", { code: "query.missing" });
  if (p.f("search-without-dates-500") && op === "search" && !from && !till) refuse(500, "Undefined index: from");
  for (const day of [from, till])
    if (day && !isDay(day)) refuse(422, "from and till are dates (YYYY-MM-DD).", { code: "query.invalid" });
  const dayIn = (a) => String(a.date).slice(0, 10);
  let source = p.world.folders[location].activities;
  if (p.f("search-of-other-location") && op === "search")
    source = Object.values(p.world.folders).flatMap((r) => r.activities);
  return source
    .filter(
      (a) =>
        (!from ||
          (p.f("search-first-day-lost") && op === "search" ? dayIn(a) > from : dayIn(a) >= from) ||
          (p.f("dates-from-ignored") && op === "search_dates")) &&
        (!till || (p.f("search-last-day-lost") && op === "search" ? dayIn(a) < till : dayIn(a) <= till)) &&
        (!services.length || services.includes(String(a.service_id)) || p.f(`${op}-services-ignored`)) &&
        (!staff.length || staff.includes(String(a.staff_id)) || p.f(`${op}-staff-ignored`)) &&
        (!resources.length ||
          asList(a.resource_ids).some((r) => resources.includes(String(r))) ||
          p.f(`${op}-resources-ignored`)),
    )
    .toSorted((a, b) => (dayIn(a) < dayIn(b) ? -1 : dayIn(a) > dayIn(b) ? 1 : 0));
}
export function search(p, x) {
  const found = activities(p, x, "search"),
    page = paginate(p, "search", found, x.query.get("page"), x.query.get("count"), "count");
  return {
    data: page.items,
    meta: {
      page: page.page,
      count: p.f("search-count-off")
        ? found.length + 1
        : p.c("search-count-of-page")
          ? page.items.length
          : found.length,
    },
  };
}
const daysOf = (p, x, op) => [...new Set(activities(p, x, op).map((a) => String(a.date).slice(0, 10)))];
export const searchDates = (p, x) => ({
  data: p.c("dates-latest-first") ? daysOf(p, x, "search_dates").toReversed() : daysOf(p, x, "search_dates"),
});
export function searchRange(p, x) {
  const days = daysOf(p, x, "search_dates_range");
  return days.length
    ? { data: { max_date: days.at(-1), min_date: days[0], days: days.length } }
    : refuse(404, "Nothing planned.", { code: "activity.none" });
}

export function clients(p, x) {
  const location = Number(x.params.location_id),
    q = x.query;
  requireAccess(p, x.user, location, "clients");
  if (p.f("clients-umlaut-500") && /[^\x20-\x7e]/.test(q.get("fullname") ?? ""))
    refuse(500, "Illegal mix of collations");
  const plain = (t) => (p.c("filters-ignore-accents") ? t.normalize("NFD").replace(/\p{M}/gu, "") : t);
  const fold = (t) => plain(p.c("filters-mind-case") ? String(t) : String(t).toLowerCase());
  const part = (name, field, exact) => {
    const want = q.get(name);
    return !want || p.f(`clients-${name}-ignored`)
      ? () => true
      : exact === "start"
        ? (c) => fold(c[field]).startsWith(fold(want))
        : exact
          ? (c) => fold(c[field]) === fold(want)
          : (c) => fold(c[field]).includes(fold(want));
  };
  const amount = (name) => {
    const t = q.get(name);
    return t === null || t === ""
      ? null
      : Number.isFinite(Number(t))
        ? Number(t)
        : refuse(422, `${name} must be a number.`, { code: "query.invalid", field: name });
  };
  const min = amount("paid_min"),
    max = amount("paid_max"),
    paid = (c) => Number(p.f("clients-paid-is-balance") ? c.balance : c.spent);
  const several = [...q.keys()].some((k) => /^id\[\d*\]$/.test(k))
    ? [...q].filter(([k]) => /^id\[\d*\]$/.test(k)).map(([, v]) => v)
    : null;
  const day = (name) => {
    const t = q.get(name);
    if (!t) return null;
    const ms = moment(t);
    return Number.isFinite(ms) ? ms : refuse(422, `${name} is no date-time.`, { code: "query.invalid", field: name });
  };
  const after = p.f("clients-changed-after-ignored") ? null : day("changed_after"),
    before = day("changed_before"),
    open = p.c("changed-bounds-excluded");
  const changed = (c) => moment(c.last_change_date);
  const tests = [
    part("fullname", "name", p.f("clients-fullname-start") && "start"),
    part("phone", "phone", p.f("clients-phone-start") && "start"),
    part("email", "email", p.f("clients-email-whole")),
    part("card", "card", p.f("clients-card-whole")),
    (c) => min === null || (p.f("clients-paid-min-excluded") ? paid(c) > min : paid(c) >= min),
    (c) =>
      max === null ||
      p.f("clients-paid-max-ignored") ||
      (p.f("clients-paid-max-excluded") ? paid(c) < max : paid(c) <= max),
    (c) => !q.get("id") || p.f("clients-id-ignored") || String(c.id) === q.get("id"),
    (c) => !several || (p.f("clients-ids-first-only") ? several.slice(0, 1) : several).includes(String(c.id)),
    (c) => after === null || (open ? changed(c) > after : changed(c) >= after),
    (c) =>
      before === null ||
      (p.f("clients-before-reversed") ? changed(c) >= before : open ? changed(c) < before : changed(c) <= before),
  ];
  const used = (t) => !p.f("clients-filters-either") || tests.indexOf(t) > 5;
  const all = p.world.folders[location].clients,
    either = tests.slice(0, 6).filter((t) => all.some((c) => !t(c)));
  const found = all.filter(
    (c) =>
      tests.filter(used).every((t) => t(c)) &&
      (!p.f("clients-filters-either") || !either.length || either.some((t) => t(c))),
  );
  if (p.c("clients-by-name")) found.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  else found.reverse();
  const page = paginate(p, "clients", found, q.get("page"), q.get("count"), "count");
  const total_count = p.f("clients-total-of-page")
    ? page.items.length
    : p.c("total-count-of-all")
      ? all.length
      : found.length;
  return {
    data: page.items.map((c) => ({ ...c, last_change_date: outMoment(p, c.last_change_date, location) })),
    meta: { total_count, page: page.page, pages: Math.ceil(total_count / 20) },
  };
}

export function service(p, x) {
  const found = p.world.services.get(Number(x.params.location_id))?.find((s) => String(s.id) === x.params.service_id);
  if (!found && p.f("service-unknown-500")) refuse(500, "Trying to get property of non-object");
  if (!found && p.f("service-unknown-200")) return { data: null };
  if (!found) refuse(404, "No such service at this Location.", { code: "service.unknown" });
  return { data: found };
}
