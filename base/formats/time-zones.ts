import { days } from "../durations.ts";

const known = new Map<string, readonly number[] | undefined>();

/** The offsets in hours that a time zone had in the last two years; undefined for a name that is not one of the IANA database. */
export function offsetsOf(zone: string): readonly number[] | undefined {
  if (!known.has(zone)) known.set(zone, findOffsets(zone));
  return known.get(zone);
}

const formatOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset", year: "numeric" });

function findOffsets(zone: string): readonly number[] | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(zone);
  } catch {
    return undefined;
  }
  const weeks = Array.from({ length: 105 }, (_, week) => new Date(Date.now() - week * days(7)));
  return [...new Set(weeks.map((time) => offsetIn(format, time)))];
}

/** The offset at a time, from a text such as `GMT+05:30`. */
function offsetIn(format: Intl.DateTimeFormat, time: Date): number {
  const text = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hour = "0", minute = "0"] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hour) + Number(minute) / 60);
}

/** The number of hours ahead of UTC that a clock was at a time. */
export interface ShownOffset {
  time: number;
  hours: number;
}

/** The formats of zones that were asked for: there are hundreds, and most questions are answered by the first few. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** True if one time zone of the IANA database has several offsets at their times. */
export function isOneZone(shown: readonly ShownOffset[]): boolean {
  return Intl.supportedValuesOf("timeZone").some((zone) => {
    const format = formats.get(zone) ?? formatOf(zone);
    formats.set(zone, format);
    return shown.every(({ time, hours }) => offsetIn(format, new Date(time)) === hours);
  });
}
