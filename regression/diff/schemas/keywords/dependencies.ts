import { isRecord } from "../../../../base/json.ts";
import { below } from "../../documents/place.ts";
import type { PairContext, SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** Properties that ask for something when they are there. */
export function compareDependencies(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareDependentNames(old, fresh, context);
  compareDependentSchemas(old, fresh, context);
}

/** A property that must be there when another is. */
interface DependentName {
  name: string;
  trigger: string;
}

function compareDependentNames(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [dependentNames(old), dependentNames(fresh)];
  // A property that is required anyway is not asked for anew.
  for (const [phrase, { name, trigger }] of after)
    if (!before.has(phrase) && !old.required.has(name))
      context.report("dependency-added", `must now have ${phrase}`, "dependentRequired", [name, trigger]);
  for (const [phrase, { name, trigger }] of before)
    if (!after.has(phrase) && !fresh.required.has(name))
      context.report("dependency-removed", `need no longer have ${phrase}`, "dependentRequired", [name, trigger]);
}

/** Every property that another asks for, by either keyword, by how a sentence says so. */
function dependentNames(view: SchemaView): Map<string, DependentName> {
  const required = view
    .all("dependentRequired")
    .flatMap(({ node }) => Object.entries(node as Record<string, string[]>));
  const asked = dependentSchemas(view).map(([trigger, schema]): [string, string[]] => [
    trigger,
    namesAsked(schema) ?? [],
  ]);
  return new Map(
    [...required, ...asked].flatMap(([trigger, names]) =>
      names.map((name): [string, DependentName] => [`${JSON.stringify(name)} ${when(trigger)}`, { name, trigger }]),
    ),
  );
}

const when = (trigger: string): string => `when ${JSON.stringify(trigger)} is there`;

const dependentSchemas = (view: SchemaView): [trigger: string, schema: unknown][] =>
  view.all("dependentSchemas").flatMap(({ node }) => Object.entries(node as object));

/** The names that a schema asks for, where it asks for nothing else. */
const namesAsked = (schema: unknown): string[] | undefined =>
  isRecord(schema) && Object.keys(schema).join() === "required" ? (schema.required as string[]) : undefined;

function compareDependentSchemas(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const triggers = [old, fresh].flatMap((view) =>
    dependentSchemas(view)
      .filter(([, schema]) => !namesAsked(schema))
      .map(([trigger]) => trigger),
  );
  for (const trigger of new Set(triggers)) {
    const [before, after] = [dependentSet(trigger, old, context.old), dependentSet(trigger, fresh, context.new)];
    if (before && after) context.descend("", before, after);
    else if (after)
      context.report("dependency-added", `must now fit a schema ${when(trigger)}`, "dependentSchemas", [trigger]);
    else
      context.report("dependency-removed", `need no longer fit a schema ${when(trigger)}`, "dependentSchemas", [
        trigger,
      ]);
  }
}

function dependentSet(trigger: string, view: SchemaView, { sets }: SchemaSide): SchemaSet | undefined {
  const places = view.all("dependentSchemas").flatMap((map) => below(map, trigger) ?? []);
  return places.length > 0 ? sets.of(...places) : undefined;
}
