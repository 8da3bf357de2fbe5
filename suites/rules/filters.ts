import { hours } from "../../base/durations.ts";
import { hasFormat, momentOf } from "../../base/formats/formats.ts";
import { withoutMarks } from "../../base/text/without-marks.ts";
import { onlyBreaches, type RuleCheck } from "./rule.ts";

/** True if a value has a documented form; what a filter does with any other value is open. */
export type FilterForm = (value: unknown) => boolean;

/** The forms in which filters are documented. */
export const forms = {
  day: (value) => typeof value === "string" && hasFormat("date", value),
  moment: (value) => typeof value === "string" && hasFormat("plain-date-time", value),
  number: (value) => /^\d{1,15}(\.\d+)?$/.test(String(value)),
  ids: (value) => [value].flat().every((id) => /^\d{1,15}$/.test(String(id))),
  text: (value) => typeof value === "string" && /^[^\p{Cc}]{1,100}$/u.test(value) && value.trim() === value,
  phone: (value) => typeof value === "string" && /^\+?\d[\d ]*$/.test(value),
} satisfies Record<string, FilterForm>;

/** A list of documented values. */
export const listOf =
  (documented: readonly string[]): FilterForm =>
  (value) =>
    Array.isArray(value) && value.every((entry) => documented.includes(String(entry)));

/** Every item of an answer is one that a filter asks for. That all are shows nothing: there may be no others. */
export const filteredBy =
  (parameter: string, form: FilterForm, field: string, fits: (value: unknown, asked: unknown) => boolean): RuleCheck =>
  ({ input, items }) => {
    const asked = input[parameter];
    if (!items || items.length === 0 || String(asked ?? "") === "" || !form(asked)) return undefined;
    const breaches = items.flatMap((item, index) =>
      fits(item[field], asked)
        ? []
        : [
            {
              pointer: `/data/${index}/${field}`,
              found: `${JSON.stringify(item[field])} with ${parameter} ${JSON.stringify(asked)}`,
              expected: "only what the filter asks for",
            },
          ],
    );
    return onlyBreaches(breaches);
  };

const folded = (value: unknown): string => withoutMarks(String(value));
const unsigned = (value: unknown): string => folded(value).replace(/[^\p{L}\p{N}]/gu, "");
const digits = (value: unknown): string => String(value).replace(/\D/g, "");

/** True if a value contains a part. Letter case is open, and so are accents: many databases compare without them. */
export const contains = (value: unknown, part: unknown): boolean => folded(value).includes(folded(part));

/** True if a card's number contains a part, with or without the signs that it is shown with. */
export const isInNumber = (value: unknown, part: unknown): boolean => unsigned(value).includes(unsigned(part));

/** True if a phone number contains the digits of a part, however either is written. */
export const hasDigits = (value: unknown, part: unknown): boolean => digits(value).includes(digits(part));

/** True if a value is the one asked for, or one of several; numbers may be written as text. */
export const isOneOf = (value: unknown, asked: unknown): boolean => [asked].flat().map(String).includes(String(value));

/** Clocks of two places on Earth are at most this far apart, and the zone of a filter is not given. */
const zoneSpread = hours(26);

/** The time between a moment and a value after it; 0, which fits any filter, where either cannot be read: that is judged elsewhere. */
function timeSince(value: unknown, moment: unknown): number {
  const difference = momentOf(value) - momentOf(moment);
  return Number.isNaN(difference) ? 0 : difference;
}

/** True if a value lies after a moment in some time zone. */
export const canBeAfter = (value: unknown, moment: unknown): boolean => timeSince(value, moment) >= -zoneSpread;

/** True if a value lies before a moment, or not long after it, in some time zone. */
export const canBeBefore = (value: unknown, moment: unknown, grace = 0): boolean =>
  timeSince(value, moment) <= zoneSpread + grace;
