import fc from "fast-check";
import { documentedValues } from "../specs/schemas/values.ts";
import { dayNumber, noonish } from "./days.ts";
import { addresses, counts, phones as edgePhones, leapDays, pick } from "./value-classes.ts";

/** A call as it can be seeded. */
export interface CallRecord {
  id: number;
  client_id: number;
  caller_phone: string;
  record_link: string;
  duration: number;
  status: string;
  type: string;
  call_date: string;
}

export const callStatuses = documentedValues("listCalls", "status");
export const callTypes = documentedValues("listCalls", "type");

/** The number of days that calls are spread over. */
export const span = 12;

/** A call; fields are pinned by argument. */
export const call = (pinned: Partial<CallRecord> = {}): fc.Arbitrary<CallRecord> =>
  fc
    .record({
      id: fc.integer({ min: 500_000, max: 599_999 }),
      client_id: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
      caller_phone: fc.constantFrom(
        "37126100555",
        "37126101555",
        "37126102555",
        "4915112345678",
        "37126100556",
        "48226100555",
        "49126100555",
      ),
      record_link: fc.oneof(
        fc.constant(""),
        fc.nat({ max: 99 }).map((number) => `https://records.example/${number}.mp3`),
      ),
      duration: fc.nat({ max: 4000 }),
      status: fc.constantFrom(...callStatuses),
      type: fc.constantFrom(...callTypes),
      call_date: fc.nat({ max: span - 1 }).map(noonish),
    })
    .map((made) => ({ ...made, ...pinned }));

const callOn = (day: string): fc.Arbitrary<CallRecord> => call({ call_date: `${day}T10:30:00+00:00` });

/** A call of every type with every status, and others besides, spread over all days. */
export const callHistory = (): fc.Arbitrary<CallRecord[]> => {
  const ofEachKind = callStatuses.flatMap((status) => callTypes.map((type) => call({ status, type })));
  return fc
    .tuple(fc.tuple(...ofEachKind), fc.array(call(), { minLength: 39, maxLength: 39 }))
    .map(([each, others]) =>
      [...each, ...others].map((made, index) => ({ ...made, id: 500_001 + index, call_date: noonish(index % span) })),
    );
};

/** The parameters of the history, besides the Location. */
export interface CallFilter {
  date_from: string;
  date_to: string;
  types?: string[];
  statuses?: string[];
}

/** Every day on which there can be a call. */
export const wholeSpan = { date_from: dayNumber(0), date_to: dayNumber(span - 1) };

/** Days at the ends of months and of a year, which a program may reckon wrongly. */
const endsOfMonths = ["2025-10-31", "2025-12-31"];

/** Each filter alone: every value of each enum, all values but one, and ranges of days of every kind. */
export const singleCallFilters = (): CallFilter[] => [
  ...callTypes.map((type) => ({ ...wholeSpan, types: [type] })),
  ...callStatuses.map((status) => ({ ...wholeSpan, statuses: [status] })),
  ...callTypes.map((type) => ({ ...wholeSpan, types: callTypes.filter((candidate) => candidate !== type) })),
  ...callStatuses.map((status) => ({
    ...wholeSpan,
    statuses: callStatuses.filter((candidate) => candidate !== status),
  })),
  { date_from: dayNumber(3), date_to: dayNumber(3) },
  { date_from: dayNumber(2), date_to: dayNumber(5) },
  { date_from: dayNumber(0), date_to: dayNumber(0) },
  { date_from: dayNumber(span + 5), date_to: dayNumber(span + 9) },
  { date_from: dayNumber(-60), date_to: dayNumber(span - 1) },
  wholeSpan,
  ...endsOfMonths.map((day) => ({ date_from: day, date_to: day })),
  { date_from: "2025-10-31", date_to: "2025-11-30" },
  { date_from: "2025-12-31", date_to: "2026-01-01" },
];

/** Calls on those days, and on the days after them. */
export const callsAtEnds = (): fc.Arbitrary<CallRecord[]> =>
  fc
    .tuple(...[...endsOfMonths, "2025-11-01", "2025-11-30", "2026-01-01", "2026-01-31"].map(callOn))
    .map((calls) => calls.map((made, index) => ({ ...made, id: 500_901 + index })));

/** The first and the last second of every hour of a leap day: wherever a provider's day begins and ends, it is one of them. */
const edgesOfHours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")).flatMap((hour) => [
  `${leapDays[1]}T${hour}:00:00+00:00`,
  `${leapDays[1]}T${hour}:59:59+00:00`,
]);

/** The same moment, written with another offset. */
function atOffset(moment: string, hours: number): string {
  const local = new Date(Date.parse(moment) + hours * 3_600_000).toISOString().slice(0, 19);
  const minutes = Math.abs(hours * 60);
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${local}${hours < 0 ? "-" : "+"}${digits.join(":")}`;
}

/** Calls around the clock, whose other fields take every value that a program may spoil. */
export const edgeCalls = (): CallRecord[] =>
  edgesOfHours.map((moment, index) => ({
    id: 520_001 + index,
    client_id: pick([0, 1, 2_147_483_647], index),
    caller_phone: pick(edgePhones, index),
    record_link: pick(addresses, index),
    duration: pick(counts, index),
    status: pick(callStatuses, index),
    type: pick(callTypes, index),
    call_date: index % 4 === 0 ? atOffset(moment, pick([5.5, -10, 13, -3.5], index / 4)) : moment,
  }));

/** Every day on which one of them may lie, whatever zone is meant. */
export const edgeSpan = { date_from: leapDays[0], date_to: leapDays[2] };
