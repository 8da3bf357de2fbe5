import fc from "fast-check";
import { dayNumber } from "./days.ts";
import { counts, edgeTimes, emails, leapDays, longText, numbers, pick, texts } from "./value-classes.ts";

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
  "An_a Kalniņa",
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

/** Clients whom filters may mistake: an id with which others begin, and an address with a sign that means a space where it is not encoded. */
const mistakable = { id: 70_000, email: "anna+salon@mail.example" };

/** More of them, by their place: names of the same words, and addresses that differ where a sign may stand for any character. */
const mistakableMore: Partial<Record<number, Partial<ClientRecord>>> = {
  1: { name: "Anna Berg", email: "a_b@post.example" },
  2: { name: "Berg Anna", email: "acb@post.example" },
  3: { name: "Anna Holm" },
  4: { name: "O'Neil, Ann", email: "o'neil@mail.example" },
  5: { email: "jo.doe@mail.example" },
  6: { email: "jo_doe@mail.example" },
  7: { name: "Ann\\Holm" },
};

/** Filters by which they may be mistaken, and parts with signs that mean something to databases. */
export const mistakableFilters = [
  { fullname: "An_a" },
  { fullname: "Anna Berg" },
  { fullname: "O'Neil" },
  { fullname: "nn\\H" },
  { fullname: "(VIP" },
  { email: mistakable.email.slice(2, 8) },
  { email: "a_b" },
  { email: "jo.d" },
  { email: "@post" },
  { email: "o'neil" },
  { phone: "+3712" },
  { card: "88" },
  { id: mistakable.id },
];

/** The clients of a Location, each with an id and a phone of its own. */
export const clientele = (count: number): fc.Arbitrary<ClientRecord[]> =>
  fc.array(client(), { minLength: count, maxLength: count }).map((clients) =>
    clients.map((made, index) => ({
      ...made,
      id: 700_001 + index,
      phone: `3712${6_000_000 + index * 1117}`,
      ...(index === 0 ? mistakable : {}),
      ...mistakableMore[index],
    })),
  );

/** Clients whose fields take every value that a program may spoil, changed at every hour of a day. */
export const edgeClients = (): Record<string, unknown>[] =>
  Array.from({ length: 24 }, (_, index) => ({
    id: 720_001 + index,
    // A client has a name.
    name: pick(texts, index) || "A",
    phone: `3712${7_000_000 + index}`,
    email: pick(emails, index),
    categories: pick<unknown>(
      [
        {},
        [
          { id: 1, title: `VIP "<&>"`, color: "#A3e635" },
          { id: 2_147_483_647, title: "Новый", color: "" },
        ],
      ],
      index,
    ),
    gender_id: index % 3,
    importance_id: index % 4,
    discount: pick([0, 100, 12.5, 0.01], index),
    card: pick(["", 0, 7, 2_147_483_647], index),
    birth_date: pick([null, "2000-02-29", "1999-12-31", "1900-01-01"], index),
    comment: pick(["", longText, "first line\nsecond\tline", "null"], index),
    sms_check: index % 2,
    sms_not: (index + 1) % 2,
    spent: pick([0, 0.01, 99_999_999.99, 1], index),
    balance: pick(numbers, index),
    visits: pick(counts, index),
    // In no zone is this the second of a moment that is asked for.
    last_change_date: `${leapDays[1]}T${String(index).padStart(2, "0")}:20:17+00:00`,
    custom_fields: pick<unknown>(
      [{}, { "ключ & <b>": "O'Neil", number: -0.5, list: [1, "1", null], deep: { a: {} } }],
      index,
    ),
  }));

/** Moments that lie amid the changes of those clients in some zones, and on one side of them in others. */
export const edgeMoments = edgeTimes.map((time) => `${leapDays[1]}T${time}`);
