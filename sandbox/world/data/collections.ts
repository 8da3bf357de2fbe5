import { days } from "./durations.ts";
import { firstId } from "./ids.ts";
import { createRandom, type Random } from "./random.ts";
import { personNames, resourceNames, serviceNames } from "./words.ts";

/** An item of a collection, with all its fields. */
export type CollectionItem = Record<string, unknown>;

export type Collection = "resources" | "calls" | "clients" | "activities";

export const callStatuses = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];
export const callTypes = ["incoming", "outgoing", "internal"];

const date = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A time around noon, in one of several offsets: its date is the same in UTC. */
function noonish(random: Random, time: number): string {
  const hour = random.integer(11, 12);
  const minute = String(random.integer(0, 59)).padStart(2, "0");
  return `${date(time)}T${hour}:${minute}:00${random.pick(["+00:00", "+02:00", "Z"])}`;
}

/** Fills in the fields that an item lacks. `index` counts from 0, and `today` is the world's first day. */
export const complete: Record<
  Collection,
  (given: CollectionItem, random: Random, index: number, today: number) => CollectionItem
> = {
  resources: (given, random, index) => {
    const id = (given.id ?? firstId.resource + index) as number;
    const title = given.title ?? `${random.pick(resourceNames)}${random.chance(0.4) ? "" : ` ${random.integer(1, 9)}`}`;
    return { id, title, instances: [{ id: `${id}-1`, title: `${String(title)} 1` }], ...given };
  },
  calls: (given, random, index, today) => ({
    id: firstId.call + index,
    client_id: random.chance(0.3) ? 0 : random.integer(1, 40),
    caller_phone: `+37126${String(random.integer(0, 60)).padStart(6, "0")}`,
    record_link: random.chance(0.5) ? "" : `https://records.example.com/${firstId.call + index}.mp3`,
    duration: random.integer(0, 900),
    status: random.pick(callStatuses),
    type: random.pick(callTypes),
    call_date: noonish(random, today - days(random.integer(0, 60))),
    ...given,
  }),
  clients: (given, random, index, today) => {
    const gender_id = (given.gender_id ?? random.integer(0, 2)) as number;
    const importance_id = (given.importance_id ?? random.integer(0, 3)) as number;
    const phone = `371${20_000_000 + random.integer(0, 999_999)}`;
    return {
      id: index + 1,
      name: random.pick(personNames),
      phone: random.chance(0.2) ? Number(phone) : phone,
      email: random.chance(0.3) ? "" : `client${index + 1}@example.com`,
      categories: random.chance(0.4)
        ? {}
        : [{ id: random.integer(1, 5), title: random.pick(["VIP", "Jauns", "Новый"]), color: "#a3e635" }],
      gender_id,
      gender: ["Unknown", "Male", "Female"][gender_id],
      discount: random.integer(0, 20),
      importance_id,
      importance: ["", "Bronze", "Silver", "Gold"][importance_id],
      card: random.chance(0.5) ? "" : 100_000 + random.integer(0, 99_999),
      birth_date: random.chance(0.5) ? null : "1990-06-15",
      comment: random.chance(0.7) ? "" : "Prefers mornings — “always”",
      sms_check: random.integer(0, 1),
      sms_not: random.integer(0, 1),
      spent: random.integer(0, 500_000) / 100,
      balance: random.integer(-5000, 5000) / 100,
      visits: random.integer(0, 80),
      last_change_date: noonish(random, today - days(random.integer(0, 90))),
      custom_fields: random.chance(0.5) ? {} : { source: "web" },
      ...given,
    };
  },
  activities: (given, random, index, today) => ({
    id: firstId.activity + index,
    date: noonish(random, today + days(random.integer(-20, 40))),
    service_id: firstId.service + random.integer(0, 5),
    staff_id: firstId.staff + random.integer(0, 5),
    resource_ids: random.chance(0.3) ? [] : [firstId.resource + random.integer(0, 5)],
    title: random.pick(serviceNames),
    capacity: random.integer(1, 20),
    records_count: 0,
    ...given,
  }),
};

/** Every kind of collection. */
export const collectionKinds = Object.keys(complete) as Collection[];

/** The number of items that each collection has: at the two Locations that tests use most, and at every other. */
const sizes: Record<Collection, { large: number; small: number }> = {
  resources: { large: 130, small: 12 },
  calls: { large: 240, small: 15 },
  clients: { large: 320, small: 20 },
  activities: { large: 220, small: 15 },
};

/** The collection that a Location has until it is replaced; it follows from the seed. */
export function generate(
  kind: Collection,
  seed: number,
  { locationId, size, today }: { locationId: number; size: "large" | "small"; today: number },
): CollectionItem[] {
  const random = createRandom(seed, `${kind} ${locationId}`);
  return Array.from({ length: sizes[kind][size] }, (_, index) => complete[kind]({}, random, index, today));
}
