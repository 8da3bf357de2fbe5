// Small things that everything else needs: refusals, times, chance.
export const SECOND = 1000,
  MINUTE = 60 * SECOND,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;

export class Refusal extends Error {
  constructor(status, message, extra = {}) {
    super(message);
    Object.assign(this, { status, extra });
  }
}
export const refuse = (status, message, extra) => {
  throw new Refusal(status, message, extra);
};

const two = (n) => String(Math.trunc(Math.abs(n))).padStart(2, "0");

/** ISO 8601 with an offset; Meridian lives at +02:00 all the year. */
export function iso(ms, offsetMinutes = 120) {
  const text = new Date(ms + offsetMinutes * MINUTE).toISOString().replace(/(\.000)?Z$/, "");
  return `${text}${offsetMinutes < 0 ? "-" : "+"}${two(offsetMinutes / 60)}:${two(offsetMinutes % 60)}`;
}
export const older = (ms) => iso(ms).slice(0, 19).replace("T", " ");
export const dayOf = (ms) => iso(ms).slice(0, 10);
export const hasOffset = (text) => /(Z|[+-]\d\d:?\d\d)$/i.test(text);

/** A date-time in any of the forms of the text; without an offset it is meant at +02:00. */
export function moment(text) {
  const t = String(text).trim().replace(" ", "T");
  return Date.parse(/T/.test(t) && !hasOffset(t) ? `${t}+02:00` : /T/.test(t) ? t : `${t}T00:00:00+02:00`);
}
export const isDay = (text) =>
  typeof text === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  new Date(`${text}T00:00:00Z`).getTime() > 0 &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** A seeded stream of chance (mulberry32), so that two worlds with one seed are one world. */
export function chance(seed) {
  let a = seed >>> 0 || 1;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (n) => Math.floor(next() * n);
  const text = (n, letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789") =>
    Array.from({ length: n }, () => letters[upTo(letters.length)]).join("");
  const hex = (n) => text(n, "0123456789abcdef");
  return {
    next,
    upTo,
    text,
    hex,
    pick: (list) => list[upTo(list.length)],
    uuid: () => `${hex(8)}-${hex(4)}-7${hex(3)}-9${hex(3)}-${hex(12)}`,
  };
}
