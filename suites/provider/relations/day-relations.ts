import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats.ts";
import type { Item } from "../../../harness/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import { enumerate } from "../run/answers.ts";
import { areDistinct, identityOf } from "../run/identities.ts";
import type { RememberedRead } from "../run/memory.ts";
import { differ } from "./page-relations.ts";
import type { Relation } from "./relation.ts";

/** The day that is so many days after another. */
export const dayAfter = (day: string, count: number): string => dayOf(Date.parse(day) + days(count));

/** What a list of days is asked for. */
export interface DayRange {
  from: string;
  till: string;
}

/** A range that is split at a day gives what its parts give, with that day on either side: whichever zone is meant, each item has one day. */
export function splitRelations(
  id: string,
  request: (range: DayRange) => Request,
  { from, till }: DayRange,
  day: string,
  most: number,
): Relation[] {
  const whole = request({ from, till });
  const splits = [dayAfter(day, -1), day].filter((end) => end >= from && end < till);
  return splits.map((end) => ({
    id,
    about: `${from} to ${till}, split after ${end}`,
    side: end === day ? "with the day before" : "with the day after",
    weight: 2,
    reads: [whole, request({ from, till: end }), request({ from: dayAfter(end, 1), till })],
    check: (readings) => checkSum(readings, most, `${from} to ${till}, split after ${end}`),
  }));
}

function checkSum(readings: readonly RememberedRead[], most: number, about: string): ReturnType<Relation["check"]> {
  const [whole, before, after] = readings.map(({ items }) => items);
  if (!whole || !before || !after || [whole, before, after].some((items) => items.length >= most)) return undefined;
  if (!areDistinct(whole)) return checkCount([whole, before, after], about);
  const parts = [...before, ...after].map(identityOf);
  const all = whole.map(identityOf);
  const lost = all.filter((id) => !parts.includes(id));
  const added = parts.filter((id) => !all.includes(id));
  const both = before.map(identityOf).filter((id) => after.map(identityOf).includes(id));
  const rests = [all, before.map(identityOf), after.map(identityOf)].join("\n");
  if (lost.length > 0) return differ(`${about}: in neither part ${enumerate(lost)}`, "each in one part", rests);
  if (added.length > 0) return differ(`${about}: in a part alone ${enumerate(added)}`, "each in the whole too", rests);
  if (both.length > 0) return differ(`${about}: in both parts ${enumerate(both)}`, "each in one part", rests);
  return all.length > 0 ? "holds" : undefined;
}

/** Items that are alike can only be counted. */
function checkCount(
  [whole, before, after]: readonly [Item[], Item[], Item[]],
  about: string,
): ReturnType<Relation["check"]> {
  const counts = `${before.length} before and ${after.length} after`;
  if (before.length + after.length === whole.length) return "holds";
  return differ(`${about}: ${counts}, ${whole.length} in all`, "each in one part", `${counts} ${whole.length}`);
}

/** What was seen on a day is in the range around it, in whichever zone that day is meant. */
export const withinRelation = (
  id: string,
  request: (range: DayRange) => Request,
  day: string,
  support: readonly Request[],
  isOnDay: (item: Item) => boolean,
  most: number,
): Relation => {
  const range = { from: dayAfter(day, -1), till: dayAfter(day, 1) };
  return {
    id,
    about: `everything of ${day} is found around it`,
    side: "around",
    reads: [...support, request(range)],
    check(readings) {
      const expected = readings
        .slice(0, -1)
        .flatMap(({ items = [] }) => items)
        .filter(isOnDay);
      const found = readings.at(-1)?.items;
      if (!found || found.length >= most || expected.length === 0) return undefined;
      const missing = expected.filter((item) => !found.map(identityOf).includes(identityOf(item)));
      if (missing.length === 0) return "holds";
      return differ(
        `${range.from} to ${range.till} without ${enumerate(missing.map(identityOf))}`,
        "everything of those days",
        JSON.stringify(missing),
      );
    },
  };
};
