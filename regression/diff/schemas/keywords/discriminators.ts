import { UsageError } from "../../../../base/errors.ts";
import type { SchemaChangeName } from "../../differences/rules.ts";
import { effectBetween, type PairContext, type SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { type Discriminator, discriminatorOf, formName, heirsByName } from "./discriminator-values.ts";

/** By which property, and by which of its values, the forms of a schema are distinguished. */
export function compareDiscriminators(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [discriminatorOf(old, context.old), discriminatorOf(fresh, context.new)];
  const report: ReportDiscriminator = (name, says, names = []) => context.report(name, says, "discriminator", names);
  if (!before && after)
    report("discriminator-added", `is now distinguished by ${after.propertyName}`, [after.propertyName]);
  if (before && !after)
    report("discriminator-removed", `is no longer distinguished by ${before.propertyName}`, [before.propertyName]);
  if (!before || !after) return;
  const [oldName, newName] = [before.propertyName, after.propertyName];
  if (oldName !== newName)
    report("discriminator-changed", `is now distinguished by ${newName} instead of ${oldName}`, [oldName, newName]);
  compareValues(before, after, report, (oldReference, newReference) => {
    const [oldForm, newForm] = [formOf(oldReference, old, context.old), formOf(newReference, fresh, context.new)];
    return oldForm !== undefined && newForm !== undefined && effectBetween(context, oldForm, newForm) === "none";
  });
  if (before.otherwise !== after.otherwise) {
    const says = `now means ${after.otherwise ?? "nothing"} where no value fits, instead of ${before.otherwise ?? "nothing"}`;
    report("discriminator-value-changed", says);
  }
  compareHeirs(old, fresh, context);
}

/** Where forms are not listed, but are all schemas that include this one, each is compared with the one of its name. */
function compareHeirs(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const after = heirsByName(fresh, context.new);
  for (const [name, heir] of heirsByName(old, context.old))
    if (after.has(name)) context.descend("", heir, after.get(name));
}

type ReportDiscriminator = (change: SchemaChangeName, says: string, names?: string[]) => void;

function compareValues(
  before: Discriminator,
  after: Discriminator,
  report: ReportDiscriminator,
  isSameForm: (oldReference: string, newReference: string) => boolean,
): void {
  const isKnown = before.named !== undefined && after.named !== undefined;
  const oldForms = (isKnown && before.named) || before.mapping;
  const newForms = (isKnown && after.named) || after.mapping;
  // Where not every value is known, a mapping that only comes or goes leaves the names of the schemas as values.
  if (!isKnown && (oldForms.size === 0 || newForms.size === 0)) return;
  for (const [value, oldReference] of oldForms) {
    const newReference = newForms.get(value);
    if (newReference === undefined) {
      if (!after.listed.has(value))
        report("discriminator-value-removed", `is no longer distinguished by the value "${value}"`);
    } else if (formName(oldReference) !== formName(newReference) && !isSameForm(oldReference, newReference)) {
      const says = `now means ${formName(newReference)} by "${value}" instead of ${formName(oldReference)}`;
      report("discriminator-value-changed", says);
    }
  }
  for (const value of newForms.keys())
    if (!oldForms.has(value) && !before.listed.has(value))
      report("discriminator-value-added", `is now also distinguished by the value "${value}"`);
}

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
