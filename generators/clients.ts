import fc from "fast-check";
import { dayNumber } from "./days.ts";

/** A client as it can be seeded. */
export interface ClientRecord {
  id: number;
  name: string;
  phone: string;
  email: string;
  card: number | "";
  spent: number;
  last_change_date: string;
}

const people = [
  "Anna Kalniņa",
  "Иван Петров",
  "山田 太郎",
  "Zane Ozola",
  "Bob",
  "Bobby Tables",
  "O'Neil, Ann",
  "Jörg Weiß",
];

/** A client; fields are pinned by argument. */
export const client = (pinned: Partial<ClientRecord> = {}): fc.Arbitrary<ClientRecord> =>
  fc
    .record({
      id: fc.integer({ min: 700_000, max: 799_999 }),
      name: fc.constantFrom(...people),
      phone: fc.integer({ min: 0, max: 9999 }).map((number) => `3712600${String(number).padStart(4, "0")}`),
      email: fc.oneof(
        fc.constant(""),
        fc.tuple(fc.nat({ max: 30 }), fc.constantFrom("mail", "post")).map(([n, host]) => `person${n}@${host}.example`),
      ),
      card: fc.oneof(fc.constant("" as const), fc.integer({ min: 880_000, max: 880_999 })),
      spent: fc.tuple(fc.nat({ max: 30 }), fc.constantFrom(0, 0.5)).map(([number, part]) => number * 50 + part),
      last_change_date: fc
        .tuple(fc.nat({ max: 11 }), fc.constantFrom("00:30:00", "10:30:00", "23:30:00"))
        .map(([day, time]) => `${dayNumber(day)}T${time}+00:00`),
    })
    .map((made) => ({ ...made, ...pinned }));

/** The clients of a Location, each with an id and a phone of its own. */
export const clientele = (count: number): fc.Arbitrary<ClientRecord[]> =>
  fc
    .array(client(), { minLength: count, maxLength: count })
    .map((clients) =>
      clients.map((made, index) => ({ ...made, id: 700_001 + index, phone: `3712${6_000_000 + index * 1117}` })),
    );
