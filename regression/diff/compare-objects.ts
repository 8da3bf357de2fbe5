import { isRecord } from "../../base/json.ts";
import { below, namedBelow } from "../../base/place.ts";
import { compareSizes } from "./compare-bounds.ts";
import type { Notebook } from "./schema-pairs.ts";
import type { SchemaSet } from "./schema-sets.ts";
import { isEveryName, type View } from "./schema-view.ts";

/** Objects: their properties, which of them must be there, and what may stand beside them. */
export function compareObjects(old: View, fresh: View, notes: Notebook): void {
  compareSizes("properties", old, fresh, notes);
  for (const name of new Set([...old.names, ...fresh.names, ...old.required, ...fresh.required])) {
    compareProperty(name, old, fresh, notes);
  }
  compareAdditional(old, fresh, notes);
  compareDependencies(old, fresh, notes);
  const names = (view: View, side: Notebook["old"]) => {
    const found = view.all("propertyNames");
    return found.length > 0 ? side.sets.of(...found) : undefined;
  };
  notes.inside("{name}", names(old, notes.old), names(fresh, notes.new));
}

/** A property as one side has it, seen in the direction that is compared. */
interface Property {
  /** What holds for it; undefined where it is not told of. */
  set: SchemaSet | undefined;
  required: boolean;
  /** It never goes this way: read-only where it would be sent, write-only where it would be received. */
  hidden: boolean;
}

function propertyOf(name: string, view: View, side: Notebook["old"], direction: Notebook["direction"]): Property {
  const isNamed = view.names.has(name);
  const set = isNamed ? (view.property(name) ?? side.sets.of(view.propertyPlace(name))) : undefined;
  const hidden = set !== undefined && side.view(set).isTrue(direction === "sent" ? "readOnly" : "writeOnly");
  return { set: hidden ? undefined : set, required: !hidden && view.required.has(name), hidden };
}

/** What a side says of a property that it does not name: nothing, that it may not be there, or a schema for all such. */
function restOf(name: string, view: View, side: Notebook["old"]): "free" | "closed" | SchemaSet {
  const set = view.property(name) ?? view.additional();
  if (!set || side.view(set).isFree) return "free";
  return side.view(set).isNothing ? "closed" : set;
}

type Say = (change: Parameters<Notebook["say"]>[0], says: string) => void;

function compareProperty(name: string, old: View, fresh: View, notes: Notebook): void {
  const before = propertyOf(name, old, notes.old, notes.direction);
  const after = propertyOf(name, fresh, notes.new, notes.direction);
  const where = { old: old.propertyPlace(name), new: fresh.propertyPlace(name) };
  const say: Say = (change, says) => notes.say(change, `${says} ${JSON.stringify(name)}`, where);
  if (before.set && !after.set && !after.required) tellGone(name, before, after, fresh, notes, say);
  else if (!before.set && after.set && !before.required) tellNew(name, before, after, old, notes, say);
  else {
    // A name that only `required` tells of is held against what holds for all that are not named.
    const whole = ({ set, hidden }: Property, view: View) =>
      set ?? (hidden ? undefined : (view.property(name) ?? view.additional()));
    notes.inside(name, whole(before, old), whole(after, fresh));
    if (!before.required && after.required) say("property-became-required", "must have");
    if (before.required && !after.required) say("property-became-optional", "need no longer have");
  }
}

function tellGone(name: string, before: Property, after: Property, fresh: View, notes: Notebook, say: Say): void {
  const required = before.required ? "required-" : "";
  if (after.hidden) {
    if (notes.direction === "sent") say("property-became-read-only", "shows, and no longer takes,");
    else say(`${required}property-became-write-only`, "no longer shows");
    return;
  }
  const rest = restOf(name, fresh, notes.new);
  const wasRefused = before.set !== undefined && notes.old.view(before.set).isNothing;
  if (wasRefused && typeof rest === "string") {
    if (rest === "free") say("property-added", "no longer refuses");
  } else if (rest === "free") say(`${required}property-removed`, "no longer has");
  else if (rest === "closed") say(`${required}property-forbidden`, "may no longer have");
  else {
    notes.inside(name, before.set, rest);
    if (before.required) say("property-became-optional", "need no longer have");
  }
}

function tellNew(name: string, before: Property, after: Property, old: View, notes: Notebook, say: Say): void {
  const rest = before.hidden ? "free" : restOf(name, old, notes.old);
  if (typeof rest !== "string") {
    notes.inside(name, rest, after.set);
    if (after.required) say("property-became-required", "must have");
  } else if (rest === "closed" && !(after.required && notes.direction === "sent")) {
    say("property-added-to-closed", "was closed to others and has a new property");
  } else if (after.required) say("required-property-added", "must have a new property");
  else say("property-added", "has a new property");
}

function compareAdditional(old: View, fresh: View, notes: Notebook): void {
  const [before, after] = [old.additional(), fresh.additional()];
  const wasClosed = before !== undefined && notes.old.view(before).isNothing;
  const isClosed = after !== undefined && notes.new.view(after).isNothing;
  if (wasClosed && !isClosed) {
    notes.say("additional-properties-allowed", "may have properties that are not named now", "additionalProperties");
  } else if (!wasClosed && isClosed) {
    notes.say("additional-properties-refused", "may have no properties but those named now", "additionalProperties");
  } else if (!wasClosed) notes.inside("*", before, after);

  const patterns = new Set([old, fresh].flatMap((view) => patternsOf(view)));
  for (const pattern of patterns) {
    notes.inside(
      `{${pattern}}`,
      matching(pattern, old, notes.old) ?? before,
      matching(pattern, fresh, notes.new) ?? after,
    );
  }
}

const patternsOf = (view: View): string[] =>
  view.set.parts
    .flatMap((part) => namedBelow(part, "patternProperties").map(([pattern]) => pattern))
    .filter((pattern) => !isEveryName(pattern));

function matching(pattern: string, view: View, side: Notebook["old"]): SchemaSet | undefined {
  const found = view.all("patternProperties").flatMap((map) => below(map, pattern) ?? []);
  return found.length > 0 ? side.sets.of(...found) : undefined;
}

/** The names that a schema asks for, where it asks for nothing else. */
const namesAsked = (schema: unknown): string[] | undefined =>
  isRecord(schema) && Object.keys(schema).join() === "required" ? (schema.required as string[]) : undefined;

/** The properties that others ask for by either keyword. */
const dependents = (view: View): [name: string, others: string[]][] => [
  ...view.all("dependentRequired").flatMap(({ node }) => Object.entries(node as Record<string, string[]>)),
  ...view
    .all("dependentSchemas")
    .flatMap(({ node }) =>
      Object.entries(node as object).map(([name, one]): [string, string[]] => [name, namesAsked(one) ?? []]),
    ),
];

/** Properties that ask for others when they are there. */
function compareDependencies(old: View, fresh: View, notes: Notebook): void {
  const asked = (view: View) =>
    new Map(
      dependents(view).flatMap(([name, others]) =>
        others.map((other) => [`${JSON.stringify(other)} when ${JSON.stringify(name)} is there`, other] as const),
      ),
    );
  const [before, after] = [asked(old), asked(fresh)];
  // What must be there anyway is asked for twice.
  for (const [one, other] of after)
    if (!before.has(one) && !old.required.has(other))
      notes.say("dependency-added", `must have ${one}`, "dependentRequired");
  for (const [one, other] of before)
    if (!after.has(one) && !fresh.required.has(other))
      notes.say("dependency-removed", `need no longer have ${one}`, "dependentRequired");
  const schemas = (view: View) =>
    new Set(
      view.all("dependentSchemas").flatMap(({ node }) =>
        Object.entries(node as object)
          .filter(([, schema]) => !namesAsked(schema))
          .map(([name]) => name),
      ),
    );
  const dependent = (name: string, view: View, side: Notebook["old"]) => {
    const found = view.all("dependentSchemas").flatMap((map) => below(map, name) ?? []);
    return found.length > 0 ? side.sets.of(...found) : undefined;
  };
  for (const name of new Set([...schemas(old), ...schemas(fresh)])) {
    const [one, other] = [dependent(name, old, notes.old), dependent(name, fresh, notes.new)];
    const condition = `when ${JSON.stringify(name)} is there`;
    if (one && other) notes.inside("", one, other);
    else if (other) notes.say("dependency-added", `must fit a schema ${condition}`, "dependentSchemas");
    else notes.say("dependency-removed", `need no longer fit a schema ${condition}`, "dependentSchemas");
  }
}
