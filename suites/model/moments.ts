import { hours, minutes, seconds } from "../../base/durations.ts";
import { momentOf } from "../../base/formats/formats.ts";
import type { Zone } from "./constants.ts";
import type { Moment } from "./link.ts";

/** How far a written time may be from the moment that it names. */
const slack = seconds(10);

/** The offset of the time zone that is farthest from UTC. */
const farthestZone = hours(14);

/** Offsets of time zones are whole quarters of an hour. */
const zoneStep = minutes(15);

/** True if a value is a time with an offset from UTC. */
export const hasOffset = (value: unknown): value is string =>
  typeof value === "string" && /:.*(Z|[+-]\d\d(:?\d\d)?)$/.test(value);

/** The number of hours ahead of UTC that a text names; undefined where it names none. */
export function offsetOf(value: unknown): number | undefined {
  const [, sign = "", hour, minute = 0] = /([+-])(\d\d):?(\d\d)?$/.exec(hasOffset(value) ? value : "") ?? [];
  return sign === "" ? undefined : Number(`${sign}1`) * (Number(hour) + Number(minute) / 60);
}

/** The number of hours ahead of UTC that the zone of a text is in which it names a moment; undefined where it names none near it. */
function zoneOf(text: string, { earliest, latest }: Moment): number | undefined {
  const time = momentOf(text);
  const offset = hasOffset(text) ? 0 : Math.round((time - earliest) / zoneStep) * zoneStep;
  const isNear = time - offset >= earliest - slack && time - offset <= latest + slack;
  return isNear && Math.abs(offset) <= farthestZone ? offset / hours(1) : undefined;
}

/** True if a text names a moment, in the zone of its Location where it has no offset; undefined where it is no time to the second. */
export function namesMoment(text: unknown, moment: Moment, own: Zone): boolean | undefined {
  if (typeof text !== "string" || Number.isNaN(momentOf(text)) || !/\d\d:\d\d:\d\d/.test(text)) return undefined;
  const zone = zoneOf(text, moment);
  if (zone === undefined) return false;
  return hasOffset(text) || own.agrees({ time: moment.earliest, hours: zone });
}

/** Binds the zone of a Location by a text that names a moment. */
export function learnZone(text: unknown, moment: Moment, own: Zone): void {
  if (typeof text !== "string" || hasOffset(text) || !namesMoment(text, moment, own)) return;
  const zone = zoneOf(text, moment);
  if (zone !== undefined) own.learn({ time: moment.earliest, hours: zone });
}

/** A moment as a clause expects it to be written. */
export function describeMoment({ earliest }: Moment, own: Zone): string {
  const ahead = own.hours;
  const zone = ahead === undefined ? "in one time zone" : `in the zone that elsewhere is ${ahead} hours ahead of UTC`;
  return `a time like ${new Date(earliest).toISOString()}, ${zone}`;
}
