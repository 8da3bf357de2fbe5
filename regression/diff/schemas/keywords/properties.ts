import type { Direction, SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext, SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** A property as one side has it, seen in the direction that is compared. */
interface Property {
  /** The schemas that hold for it; undefined where it is not described. */
  set: SchemaSet | undefined;
  isRequired: boolean;
  /** It never goes this way: read-only where it would be sent, write-only where it would be received. */
  isHidden: boolean;
}

function propertyOf(name: string, view: SchemaView, side: SchemaSide, direction: Direction): Property {
  const isNamed = view.names.has(name);
  const set = isNamed ? (view.property(name) ?? side.sets.of(view.propertyPlace(name))) : undefined;
  const isHidden = set !== undefined && side.view(set).isTrue(direction === "sent" ? "readOnly" : "writeOnly");
  return { set: isHidden ? undefined : set, isRequired: !isHidden && view.required.has(name), isHidden };
}

/** The rule of a side for a property that it does not name: none, that it may not exist, or a schema for all such. */
function restOf(name: string, view: SchemaView, side: SchemaSide): "free" | "closed" | SchemaSet {
  const set = view.property(name) ?? view.additional();
  if (!set || side.view(set).isFree) return "free";
  return side.view(set).isNothing ? "closed" : set;
}

/** Reports a change as a sentence with the name of the property in it. */
type ReportProperty = (change: SchemaChangeName, beforeName: string, afterName?: string) => void;

/** A property that at least one side names. */
export function compareProperty(name: string, old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const before = propertyOf(name, old, context.old, context.direction);
  const after = propertyOf(name, fresh, context.new, context.direction);
  const where = { old: old.propertyPlace(name), new: fresh.propertyPlace(name) };
  const report: ReportProperty = (change, beforeName, afterName = "") =>
    context.report(change, `${beforeName} ${JSON.stringify(name)}${afterName}`, where, [name]);
  if (before.set && !after.set && !after.isRequired) reportRemoved(name, before, after, fresh, context, report);
  else if (!before.set && after.set && !before.isRequired) reportAdded(name, before, after, old, context, report);
  else {
    // A name that only `required` mentions is checked against what holds for all that are not named.
    const setFor = ({ set, isHidden }: Property, view: SchemaView) =>
      set ?? (isHidden ? undefined : (view.property(name) ?? view.additional()));
    context.descend(name, setFor(before, old), setFor(after, fresh));
    if (!before.isRequired && after.isRequired) report("property-became-required", "must now have");
    if (before.isRequired && !after.isRequired) report("property-became-optional", "need no longer have");
  }
}

function reportRemoved(
  name: string,
  before: Property,
  after: Property,
  fresh: SchemaView,
  context: PairContext,
  report: ReportProperty,
): void {
  const required = before.isRequired ? "required-" : "";
  if (after.isHidden) {
    if (context.direction === "sent")
      report("property-became-read-only", "no longer takes", ", which is now read-only");
    else report(`${required}property-became-write-only`, "no longer shows", ", which is now write-only");
    return;
  }
  const rest = restOf(name, fresh, context.new);
  const wasRefused = before.set !== undefined && context.old.view(before.set).isNothing;
  if (wasRefused && typeof rest === "string") {
    if (rest === "free") report("property-added", "no longer refuses");
  } else if (rest === "free") report(`${required}property-removed`, "no longer has");
  else if (rest === "closed") report(`${required}property-forbidden`, "may no longer have");
  else {
    context.descend(name, before.set, rest);
    if (before.isRequired) report("property-became-optional", "need no longer have");
  }
}

function reportAdded(
  name: string,
  before: Property,
  after: Property,
  old: SchemaView,
  context: PairContext,
  report: ReportProperty,
): void {
  const rest = before.isHidden ? "free" : restOf(name, old, context.old);
  if (typeof rest !== "string") {
    context.descend(name, rest, after.set);
    if (after.isRequired) report("property-became-required", "must now have");
  } else if (rest === "closed" && !(after.isRequired && context.direction === "sent")) {
    report("property-added-to-closed", "allowed no other properties, and has a new property");
  } else if (after.isRequired) report("required-property-added", "must have a new property");
  else report("property-added", "has a new property");
}
