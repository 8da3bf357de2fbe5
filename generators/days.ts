import { dayOf } from "../base/formats/formats.ts";

/** The first of the days on which generated records lie; a month ends among them. */
const first = Date.UTC(2026, 1, 24);
const length = 86_400_000;

/** A day by its number, in the form YYYY-MM-DD. */
export const dayNumber = (number: number): string => dayOf(first + number * length);

/** A moment of a day that has the same date from Hawaii to Auckland, so that the provider's time zone does not matter. */
export const noonish = (number: number): string => `${dayNumber(number)}T10:30:00+00:00`;
