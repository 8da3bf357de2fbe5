import type { Dialect } from "../dialects/choices.ts";

/** A call as it is put into the history; fields left out are filled in. */
export type SeededCall = Record<"call_date" | "type" | "status", string> & { caller_phone?: string };

/** Noon of the last day that is asked for: the same day in most time zones, and recent enough for an application that asks only for recent calls. */
function noonOfLastDay({ date_from, date_to }: Record<string, unknown>): string | undefined {
  const [first = Number.NaN, last = Number.NaN] = [date_from, date_to].map((day) =>
    Date.parse(`${String(day)}T12:00:00Z`),
  );
  // An invalid date compares as false.
  return first <= last ? new Date(last).toISOString().replace(".000Z", "+00:00") : undefined;
}

/** True if a value can be the number of a caller. */
const isPhone = (value: unknown): value is string => typeof value === "string" && /\d/.test(value);

/** A call that a request for the call history asks for; undefined where it asks for too little to make one up. */
export function callFor(wanted: Record<string, unknown>): SeededCall | undefined {
  const call_date = noonOfLastDay(wanted);
  const { phone } = wanted;
  if (!call_date || (phone !== undefined && !isPhone(phone))) return undefined;
  const firstOf = (values: unknown, otherwise: string) =>
    Array.isArray(values) && values.length > 0 ? String(values[0]) : otherwise;
  const [type, status] = [firstOf(wanted.types, "incoming"), firstOf(wanted.statuses, "success")];
  return { call_date, type, status, ...(isPhone(phone) ? { caller_phone: phone } : {}) };
}

/** The place of a call among so many, by time, in each order. */
const places: Record<Dialect["order of calls"], (index: number, count: number) => number> = {
  "newest first": (index, count) => count - index,
  "oldest first": (index) => index,
  none: (index, count) => (index % 2 === 0 ? index : count - index),
};

/** So many calls like one, each a second after another, in an order. */
export function callsInOrder(call: SeededCall, count: number, order: Dialect["order of calls"]): SeededCall[] {
  const began = Date.parse(call.call_date) - 1000 * Math.floor(count / 2);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(began + 1000 * places[order](index, count));
    return { ...call, call_date: at.toISOString().replace(".000Z", "+00:00") };
  });
}

/** True if a request for the call history asks for a call. */
export function isWanted(
  { call_date, type, status, caller_phone }: SeededCall,
  wanted: Record<string, unknown>,
): boolean {
  const day = call_date.slice(0, 10);
  const allows = (values: unknown, value: string) =>
    !Array.isArray(values) || values.length === 0 || values.includes(value);
  const isInRange = String(wanted.date_from) <= day && day <= String(wanted.date_to);
  return (
    isInRange &&
    [undefined, caller_phone].includes(wanted.phone as string) &&
    allows(wanted.types, type) &&
    allows(wanted.statuses, status)
  );
}
