/** A form that a string can be asked to have. */
export interface Format {
  pattern: RegExp;
  /** How a sentence names it. */
  is: string;
}

const date = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)`;
// ISO 8601 lets the separators be left out, all of them or none; lets the seconds be left out, or be
// given as a fraction; and writes an offset as Z, +03, +0300 or +03:00.
const isoDate = String.raw`(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)`;
const isoTime = String.raw`(?<hour>[01]\d|2[0-4])(?<colon>:?)(?<minute>[0-5]\d)(?:\k<colon>(?<second>[0-5]\d|60)(?:[.,](?<fraction>\d+))?)?`;
const offset = String.raw`(?:Z|(?<sign>[+-])(?<hours>[01]\d|2[0-3])(?::?(?<minutes>[0-5]\d))?)`;

const anyDate = `${isoDate}(?:[T ]${isoTime}${offset}?)?`;

/** The forms of dates that the specification names. */
export const formats: Record<string, Format> = {
  date: { pattern: new RegExp(`^${date}$`), is: "a date in the form YYYY-MM-DD" },
  "local-date-time": { pattern: new RegExp(`^${date} ${time}$`), is: "a date-time in the form YYYY-MM-DD HH:MM:SS" },
  "plain-date-time": { pattern: new RegExp(`^${date}T${time}$`), is: "a date-time in the form YYYY-MM-DDTHH:MM:SS" },
  "offset-date-time": {
    pattern: new RegExp(`^${isoDate}T${isoTime}${offset}$`),
    is: "an ISO 8601 date-time with an offset",
  },
  // Most dates are ISO 8601 strings, some older ones have a space; whether a field has a time at all is often not stated.
  "any-date": {
    pattern: new RegExp(`^${anyDate}$`),
    is: "a date or date-time in ISO 8601 or in the form YYYY-MM-DD HH:MM:SS",
  },
  // An event to come has no date, and some platforms write that as an empty string.
  "any-date-or-none": {
    pattern: new RegExp(`^(?:${anyDate})?$`),
    is: "a date or date-time in ISO 8601 or in the form YYYY-MM-DD HH:MM:SS, or an empty string",
  },
};

/** True if a string has a form, and its day is in the calendar. */
export function hasFormat(name: string, text: string): boolean {
  const groups = formats[name]?.pattern.exec(text)?.groups;
  if (!groups) return false;
  const { year, month, day } = groups;
  if (year === undefined) return true;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(midnight.valueOf()) && midnight.getUTCDate() === Number(day);
}

/**
 * The moment that a date or date-time names, in milliseconds; NaN for whatever is neither. `Date.parse` does not know every spelling of
 * ISO 8601, and takes one without an offset for the time of this machine; here it counts as UTC.
 */
export function momentOf(value: unknown): number {
  const groups = formats["any-date"]?.pattern.exec(String(value).trim())?.groups;
  if (!groups) return Number.NaN;
  const {
    year,
    month,
    day,
    hour = "00",
    minute = "00",
    fraction = "",
    sign = "+",
    hours = "00",
    minutes = "00",
  } = groups;
  // A leap second has no moment of its own.
  const second = groups.second === "60" ? "59" : (groups.second ?? "00");
  const clock = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}`;
  return Date.parse(`${year}-${month}-${day}T${clock}${sign}${hours}:${minutes}`);
}

/** The day of a moment in UTC, in the form YYYY-MM-DD; what is no moment has none. */
export const dayOf = (moment: number): string =>
  Number.isFinite(moment) ? new Date(moment).toISOString().slice(0, 10) : "";
