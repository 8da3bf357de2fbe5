import fc from "fast-check";
import { dayNumber } from "./days.ts";
import { edgeDays } from "./value-classes.ts";

/** A group Event as it can be seeded. */
export interface ActivityRecord {
  date: string;
  service_id: number;
  staff_id: number;
  resource_ids: number[];
}

/** The services, team members and resources that generated Events have. */
export const services = [40, 41, 42];
export const staff = [60, 61, 62, 63];
export const resources = [80, 81, 90, 91, 92];

/** The number of days that Events are spread over. */
const days = 10;
const dayIndex = () => fc.nat({ max: days - 1 });

/** An Event; fields are pinned by argument. */
export const activity = (pinned: Partial<ActivityRecord> = {}): fc.Arbitrary<ActivityRecord> =>
  fc
    .record({
      date: dayIndex().map(dayNumber),
      service_id: fc.constantFrom(...services),
      staff_id: fc.constantFrom(...staff),
      resource_ids: fc.subarray([...resources], { maxLength: 3 }),
    })
    .map((made) => ({ ...made, ...pinned }));

/** The Events of a Location. */
export const schedule = (count: number): fc.Arbitrary<ActivityRecord[]> =>
  fc.array(activity(), { minLength: count, maxLength: count });

/** The filters of a search; one id each, since the encoding of several is open. */
export type ActivityFilter = Partial<
  Record<"from" | "till", string> & Record<"service_ids" | "staff_ids" | "resource_ids", number>
>;

/** Every day on which there can be an Event. */
export const wholeSchedule = { from: dayNumber(0), till: dayNumber(days - 1) };

/** The edge days that are to come for long: a search may leave out what is past. */
const daysToCome = edgeDays.filter((day) => day > "2027" && day < "2100");

/** An Event on each of those days. */
export const edgeSchedule = (): ActivityRecord[] =>
  daysToCome.map((date) => ({ date, service_id: 40, staff_id: 60, resource_ids: [80] }));

/** Ranges that begin and end on those days. */
export const edgeRanges: ActivityFilter[] = [
  { from: "2028-02-29", till: "2028-02-29" },
  { from: "2027-12-31", till: "2028-01-01" },
  { from: "2027-02-28", till: "2028-02-28" },
];
