// Filters and pages.
import { Stop } from "./http.mjs";

const whole = (text, name, fallback) => {
  if (text === undefined || text === null || text === "") return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Stop(422, `${name} must be a whole number from 1.`);
  return value;
};

/** One page of a list; the first is 1. */
export function pageOf(items, { page, size }, most = 200) {
  const [number, count] = [whole(page, "The page", 1), Math.min(whole(size, "The page's size", most), most)];
  return { number, items: items.slice((number - 1) * count, number * count) };
}

const day = (text, name) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(String(text)) || Number.isNaN(Date.parse(text)))
    throw new Stop(422, `${name} must be a date.`);
  return String(text);
};

const list = (value) => (Array.isArray(value) ? value : [value]);

export function findCalls(branch, { date_from, date_to, phone, types, statuses }) {
  const [from, to] = [day(date_from, "date_from"), day(date_to, "date_to")];
  return branch.calls.filter((call) => {
    const date = new Date(call.call_date).toISOString().slice(0, 10);
    const isWanted = date >= from && date <= to && (phone === undefined || call.caller_phone === String(phone));
    return (
      isWanted &&
      (types === undefined || list(types).includes(call.type)) &&
      (statuses === undefined || list(statuses).includes(call.status))
    );
  });
}

const has = (value, part) => part === null || String(value).toLowerCase().includes(part.toLowerCase());
const moment = (text) => Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${String(text).replace(" ", "T")}Z`);

const number = (text, name) => {
  const value = text === null ? undefined : Number(text);
  if (Number.isNaN(value)) throw new Stop(422, `${name} must be a number.`);
  return value;
};

const time = (text, name) => {
  const value = text === null ? undefined : moment(text);
  if (Number.isNaN(value)) throw new Stop(422, `${name} must be a date-time.`);
  return value;
};

export function findCustomers(branch, query) {
  const ids = [...query.getAll("id"), ...query.getAll("id[]")].map((id) => number(id, "id"));
  const [least, most] = [number(query.get("paid_min"), "paid_min"), number(query.get("paid_max"), "paid_max")];
  const [after, before] = [
    time(query.get("changed_after"), "changed_after"),
    time(query.get("changed_before"), "changed_before"),
  ];
  return branch.customers.filter(
    (each) =>
      has(each.name, query.get("fullname")) &&
      has(each.phone, query.get("phone")) &&
      has(each.email, query.get("email")) &&
      has(each.card, query.get("card")) &&
      (ids.length === 0 || ids.includes(each.id)) &&
      (least === undefined || each.spent >= least) &&
      (most === undefined || each.spent <= most) &&
      (after === undefined || moment(each.last_change_date) >= after) &&
      (before === undefined || moment(each.last_change_date) <= before),
  );
}

/** Ids of a query: repeated, in brackets, or with commas. */
const idsIn = (query, name) =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(","))
    .filter((text) => text !== "")
    .map((id) => number(id, name));

export function findActivities(branch, query, { withDates = true } = {}) {
  const bound = (name) => (withDates && query.get(name) !== null ? day(query.get(name), name) : undefined);
  const [from, till] = [bound("from"), bound("till")];
  const [services, staff, folders] = ["service_ids", "staff_ids", "resource_ids"].map((name) => idsIn(query, name));
  return branch.timetable.filter((each) => {
    const date = each.date.slice(0, 10);
    return (
      (from === undefined || date >= from) &&
      (till === undefined || date <= till) &&
      (services.length === 0 || services.includes(each.service_id)) &&
      (staff.length === 0 || staff.includes(each.staff_id)) &&
      (folders.length === 0 || folders.some((id) => each.resource_ids.includes(id)))
    );
  });
}
