import fc from "fast-check";
import { edgeSchedule, schedule } from "../../generators/activities.ts";
import { callHistory } from "../../generators/calls.ts";
import { clientele } from "../../generators/clients.ts";
import type { Item } from "../../harness/control/control.ts";
import type { LiveSandbox } from "../live-sandbox.ts";

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;

/** The first records of each collection. */
const collectionsFor = (seed: number): Record<string, object[]> => ({
  clients: sample(clientele(31), seed),
  calls: sample(callHistory(), seed).map((call, index) => ({ ...call, call_date: daysAgo(4 + (index % 25)) })),
  activities: [...sample(schedule(25), seed), ...edgeSchedule()],
  resources: Array.from({ length: 13 }, (_, index) => ({ title: `Room ${100 + Math.floor(index / 2)}` })),
});

/** The day on which a sandbox's clock stands at first. */
const firstDay = Date.UTC(2026, 2, 2, 9);
const daysAgo = (count: number): string => new Date(firstDay - count * 86_400_000).toISOString();

/** Changes of one item that a filter or an order may see. */
const changed = (item: Item, random: () => number): Item => ({
  ...item,
  ...(item.title === undefined ? {} : { title: `Room ${Math.floor(random() * 300)}` }),
  ...(item.name === undefined
    ? {}
    : { name: `Writer ${Math.floor(random() * 300)}`, spent: Math.floor(random() * 9000) / 10 }),
  ...(item.status === undefined ? {} : { status: random() < 0.5 ? "busy" : "missed" }),
  ...(item.staff_id === undefined ? {} : { staff_id: Number(item.staff_id) + 1 }),
});

/** The number of times that something is written when time passes. */
const eagerness = 0.4;

/** Someone who adds, changes and deletes records of every kind while the suite reads. */
export const busyWriter =
  (seed: number) =>
  async ({ control, profile }: LiveSandbox): Promise<() => Promise<void>> => {
    const location = Number(profile.fixtures?.location_id);
    const random = randomFrom(seed);
    const held = new Map<string, Item[]>();
    for (const [collection, items] of Object.entries(collectionsFor(seed)))
      held.set(collection, await control.seed(location, collection, items));
    let nextId = 7_000_000;
    return async () => {
      if (random() > eagerness) return;
      const [collection, items] = [...held][Math.floor(random() * held.size)] as [string, Item[]];
      const at = Math.floor(random() * items.length);
      const item = items[at] ?? {};
      const others = items.filter((_, index) => index !== at);
      const choice = random();
      const next =
        (choice < 0.33 && [...items, { ...changed(item, random), id: nextId++ }]) ||
        (choice < 0.66 && [...others, changed(item, random)]) ||
        others;
      held.set(collection, await control.seed(location, collection, next));
    };
  };
