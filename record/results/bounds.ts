import { days, hours, minutes } from "../../base/durations.ts";
import { counted } from "../../base/text/wording.ts";
import { splitCell } from "../../specs/cells.ts";
import { areaOf } from "../../specs/ledger/areas.ts";
import type { Requirement } from "../../specs/ledger.ts";
import type { Entry } from "../journal.ts";

/** How far a run went with what a requirement says of every case: how many there were at once, and how long after the world had begun. */
interface Bound {
  items: number;
  age: number;
}

/** The things that are counted for the requirements of an area: the items of a collection, or webhooks. */
const countedIn: Readonly<Record<string, { collection: string; one: string }>> = {
  CLI: { collection: "clients", one: "client" },
  CALL: { collection: "calls", one: "call" },
  ACT: { collection: "activities", one: "Event" },
  LOC: { collection: "connected_locations", one: "Location" },
  RES: { collection: "resources", one: "resource" },
  CUR: { collection: "resources", one: "resource" },
  HOOK: { collection: "webhooks", one: "webhook" },
};

/** The words by which a sentence speaks of more cases than can be tried. */
const quantifier = /\b(each|every|never|once|until|any|always|exactly|while|stays)\b/i;

/** The content of a world, as a journal shows it. */
class SeenWorld {
  /** The largest number of items that each collection had in one place, or of webhooks. */
  readonly largest = new Map<string, number>();
  began: number | undefined;
  now = 0;

  /** Notes the time on the target's clock. */
  note(clock: number | undefined): void {
    if (clock === undefined) return;
    this.began ??= clock;
    this.now = clock;
  }

  sizeOf(collection: string): number {
    return this.largest.get(collection) ?? 0;
  }

  get age(): number {
    return this.now - (this.began ?? this.now);
  }
}

/** Notes an entry of a world. */
function learn(world: SeenWorld, entry: Entry): void {
  if (entry.kind === "moment" || entry.kind === "exchange") world.note(entry.clock);
  if (entry.kind === "answer") world.note(entry.moment[1]);
  if (entry.kind === "arrival") world.largest.set("webhooks", world.sizeOf("webhooks") + 1);
  if (entry.kind !== "control" || entry.path !== "/seed") return;
  const { collection, items } = entry.body;
  const name = String(collection);
  if (Array.isArray(items)) world.largest.set(name, Math.max(world.sizeOf(name), items.length));
}

/** How far a run went with each requirement that speaks of every case, in words: `250 clients, 400 days`. */
export function boundsIn(
  entries: readonly Entry[],
): (requirement: Pick<Requirement, "id" | "area" | "says">) => string | undefined {
  const bounds = new Map<string, Bound>();
  let world = new SeenWorld();
  for (const entry of entries) {
    if (entry.kind === "world") world = new SeenWorld();
    learn(world, entry);
    if (entry.kind !== "judged") continue;
    for (const { requirement: id } of entry.ids.map(splitCell)) {
      const { items, age } = bounds.get(id) ?? { items: 0, age: 0 };
      const { collection = "" } = countedIn[areaOf(id)] ?? {};
      bounds.set(id, { items: Math.max(items, world.sizeOf(collection)), age: Math.max(age, world.age) });
    }
  }
  return ({ id, area, says }) => {
    const bound = bounds.get(id);
    if (!bound || !quantifier.test(says)) return undefined;
    const { one = "" } = countedIn[area] ?? {};
    const words = [bound.items > 0 ? counted(bound.items, one) : "", describeAge(bound.age)].filter(Boolean);
    return words.length > 0 ? words.join(", ") : undefined;
  };
}

/** An age in its largest unit; empty below a minute. */
function describeAge(age: number): string {
  const units = [
    [days(1), "day"],
    [hours(1), "hour"],
    [minutes(1), "minute"],
  ] as const;
  const fitting = units.find(([length]) => age >= length);
  return fitting ? counted(Math.floor(age / fitting[0]), fitting[1]) : "";
}
