import fc from "fast-check";
import { dayNumber } from "./days.ts";

/** An Event as it can be seeded. */
export interface ActivityRecord {
  date: string;
  service_id: number;
  staff_id: number;
  resource_ids: number[];
}

export const [services, staff, resources] = [
  [40, 41, 42],
  [60, 61, 62, 63],
  [80, 81, 90, 91, 92],
];

/** An Event; fields are pinned by argument. */
export const activity = (pinned: Partial<ActivityRecord> = {}): fc.Arbitrary<ActivityRecord> =>
  fc
    .record({
      date: fc.nat({ max: 9 }).map(dayNumber),
      service_id: fc.constantFrom(...services),
      staff_id: fc.constantFrom(...staff),
      resource_ids: fc.subarray([...resources], { maxLength: 3 }),
    })
    .map((made) => ({ ...made, ...pinned }));

export const schedule = (count: number): fc.Arbitrary<ActivityRecord[]> =>
  fc.array(activity(), { minLength: count, maxLength: count });

/** What the searches are asked for; one id each, since how several are written is open. */
export type ActivityFilter = Partial<
  Record<"from" | "till", string> & Record<"service_ids" | "staff_ids" | "resource_ids", number>
>;

const ids: Record<string, fc.Arbitrary<number>> = {
  service_ids: fc.constantFrom(...services),
  staff_ids: fc.constantFrom(...staff),
  resource_ids: fc.constantFrom(...resources),
};

export const wholeSchedule = { from: dayNumber(0), till: dayNumber(9) };

/** Ranges of days, with a filter by an id or several at once. */
export const activityFilter = (): fc.Arbitrary<ActivityFilter> =>
  fc
    .tuple(
      fc.oneof(
        fc.constant(wholeSchedule),
        fc
          .tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }))
          .map(([one, other]) => ({ from: dayNumber(Math.min(one, other)), till: dayNumber(Math.max(one, other)) })),
      ),
      fc.record(ids, { requiredKeys: [] }),
    )
    .map(([range, more]) => ({ ...range, ...more }));
