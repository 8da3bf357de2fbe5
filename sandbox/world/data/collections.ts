import { createRandom, type Random } from "../random.ts";
import { placeOf } from "./locations.ts";
import { personNames, resourceNames, serviceNames } from "./words.ts";

/** A record of a collection, complete. */
export type Item = Record<string, unknown>;

/** What a Location has many of. */
export type Collection = "resources" | "calls" | "clients" | "activities";

export const callStatuses = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];
export const callTypes = ["incoming", "outgoing", "internal"];

const day = 86_400_000;
const date = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A moment of a day, in one of several offsets, whose date is the same in every zone. */
const noonish = (random: Random, time: number): string =>
  `${date(time)}T${String(random.integer(11, 12)).padStart(2, "0")}:${String(random.integer(0, 59)).padStart(2, "0")}:00${random.pick(["+00:00", "+02:00", "Z"])}`;

/** Fills in what an item leaves out. `index` counts from 0, and `today` is the world's first day. */
export const complete: Record<Collection, (given: Item, random: Random, index: number, today: number) => Item> = {
  resources: (given, random, index) => {
    const id = (given.id ?? 5000 + index) as number;
    const title = given.title ?? `${random.pick(resourceNames)}${random.chance(0.4) ? "" : ` ${random.integer(1, 9)}`}`;
    return { id, title, instances: [{ id: `${id}-1`, title: `${String(title)} 1` }], ...given };
  },
  calls: (given, random, index, today) => ({
    id: 7000 + index,
    client_id: random.chance(0.3) ? 0 : random.integer(1, 40),
    caller_phone: `+37126${String(random.integer(0, 60)).padStart(6, "0")}`,
    record_link: random.chance(0.5) ? "" : `https://records.example.com/${7000 + index}.mp3`,
    duration: random.integer(0, 900),
    status: random.pick(callStatuses),
    type: random.pick(callTypes),
    call_date: noonish(random, today - random.integer(0, 60) * day),
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
      last_change_date: noonish(random, today - random.integer(0, 90) * day),
      custom_fields: random.chance(0.5) ? {} : { source: "web" },
      ...given,
    };
  },
  activities: (given, random, index, today) => ({
    id: 9000 + index,
    date: noonish(random, today + random.integer(-20, 40) * day),
    service_id: 300 + random.integer(0, 5),
    staff_id: 400 + random.integer(0, 5),
    resource_ids: random.chance(0.3) ? [] : [5000 + random.integer(0, 5)],
    title: random.pick(serviceNames),
    capacity: random.integer(1, 20),
    records_count: 0,
    ...given,
  }),
};

/** How many there are at the main Location, and at each other. */
const sizes: Record<Collection, [main: number, other: number]> = {
  resources: [130, 12],
  calls: [240, 15],
  clients: [320, 20],
  activities: [220, 15],
};

/** The collection that a Location has before anybody replaces it; it follows from the seed. */
export function generate(kind: Collection, seed: number, locationId: number, today: number): Item[] {
  const random = createRandom(seed, `${kind} ${locationId}`);
  const [main, other] = sizes[kind];
  const size = locationId === placeOf.main || locationId === placeOf.second ? main : other;
  return Array.from({ length: size }, (_, index) => complete[kind]({}, random, index, today));
}

/** One service of a Location; ids from 300 exist everywhere. */
export function service(seed: number, locationId: number, id: number): Item {
  const random = createRandom(seed, `service ${locationId} ${id}`);
  const price = random.integer(10, 200);
  const duration = random.integer(1, 8) * 900;
  return {
    id,
    salon_service_id: id * 10,
    title: random.pick(serviceNames),
    category_id: random.integer(50, 55),
    price_min: price,
    price_max: price + random.integer(0, 50),
    discount: random.integer(0, 15),
    comment: random.chance(0.5) ? "" : "Bring a towel",
    weight: random.integer(0, 10),
    active: random.integer(0, 1),
    api_id: random.chance(0.5) ? "" : `ext-${id}`,
    staff: Array.from({ length: random.integer(0, 3) }, (_, index) => ({ id: 400 + index, seance_length: duration })),
    duration,
    is_online: random.chance(0.5),
  };
}
