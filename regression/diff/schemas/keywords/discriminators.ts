import { UsageError } from "../../../../base/errors.ts";
import { isRecord } from "../../../../base/json.ts";
import type { SchemaChangeName } from "../../differences/rules.ts";
import { nameIn } from "../../documents/references.ts";
import { effectBetween, type PairContext, type SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** By which property, and by which of its values, the forms of a schema are told apart. */
export function compareDiscriminators(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [discriminatorOf(old), discriminatorOf(fresh)];
  const tell = (name: SchemaChangeName, says: string, names: string[] = []) =>
    context.tell(name, says, "discriminator", names);
  const [oldName, newName] = [String(before?.propertyName), String(after?.propertyName)];
  if (!before && after) tell("discriminator-added", `is now told apart by ${newName}`, [newName]);
  if (before && !after) tell("discriminator-removed", `is no longer told apart by ${oldName}`, [oldName]);
  if (!before || !after) return;
  if (oldName !== newName)
    tell("discriminator-changed", `is now told apart by ${newName} instead of ${oldName}`, [oldName, newName]);
  const [oldMapping, newMapping] = [mappingOf(before), mappingOf(after)];
  // A mapping that only comes or goes leaves the names of the schemas as values.
  if (oldMapping.size === 0 || newMapping.size === 0) return;
  const isSameForm = (oldReference: string, newReference: string): boolean => {
    const [oldForm, newForm] = [formOf(oldReference, old, context.old), formOf(newReference, fresh, context.new)];
    return oldForm !== undefined && newForm !== undefined && effectBetween(context, oldForm, newForm) === "none";
  };
  for (const [value, oldReference] of oldMapping) {
    const newReference = newMapping.get(value);
    if (newReference === undefined)
      tell("discriminator-value-removed", `is no longer told apart by the value "${value}"`);
    else if (nameIn(oldReference) !== nameIn(newReference) && !isSameForm(oldReference, newReference)) {
      const says = `now means ${nameIn(newReference)} by "${value}" instead of ${nameIn(oldReference)}`;
      tell("discriminator-value-changed", says);
    }
  }
  for (const value of newMapping.keys()) {
    if (!oldMapping.has(value)) tell("discriminator-value-added", `is now also told apart by the value "${value}"`);
  }
}

function discriminatorOf(view: SchemaView): Record<string, unknown> | undefined {
  const discriminator = view.first("discriminator");
  return isRecord(discriminator) ? discriminator : undefined;
}

const mappingOf = ({ mapping }: Record<string, unknown>): Map<string, string> =>
  new Map(Object.entries((mapping ?? {}) as Record<string, string>));

/** The schema that a mapping names, by a reference or by its name alone. */
function formOf(named: string, view: SchemaView, { sets }: SchemaSide): SchemaSet | undefined {
  const $ref = /[#/.]/.test(named) ? named : `#/components/schemas/${named}`;
  try {
    return sets.of({ ...view.at("discriminator"), node: { $ref } });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
