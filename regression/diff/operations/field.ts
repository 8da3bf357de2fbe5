import { isRecord } from "../../../base/json.ts";
import type { OpenDocument } from "../documents/document.ts";
import { type DocumentPlace, fieldsAt, schemaBelow } from "../documents/place.ts";
import { compareContents } from "./contents.ts";
import { type ComparedValue, type DocumentComparison, reportValue } from "./document-comparison.ts";

/** A parameter or a header. */
export interface Field {
  name: string;
  in: string;
  /** Identifies it in the other version. */
  key: string;
  place: DocumentPlace;
}

/** Compares two versions of a parameter or header. */
export function compareField(comparison: DocumentComparison, old: Field, fresh: Field, value: ComparedValue): void {
  const [before, after] = [fieldsAt(old.place), fieldsAt(fresh.place)];
  const report = (change: string, says: string) =>
    reportValue(comparison, value, change, says, { old: old.place, new: fresh.place });
  for (const { key, set, unset } of flags) {
    if (before[key] !== true && after[key] === true) report(...set);
    if (before[key] === true && after[key] !== true) report(...unset);
  }
  if (before.content && after.content) {
    compareContents(comparison, old.place, fresh.place, { ...value, hasContent: true });
    return;
  }
  const types = [...writtenTypes(comparison.old, old), ...writtenTypes(comparison.new, fresh)];
  const [oldStyle, newStyle] = [styleOf(old, types), styleOf(fresh, types)];
  if (oldStyle !== newStyle) report("serialization-changed", `is now written as ${newStyle} instead of ${oldStyle}`);
  if (before.content ?? after.content) return;
  comparison.compareSchemas(value, schemaBelow(old.place), schemaBelow(fresh.place));
}

type FlagChange = [change: string, says: string];

/** Keywords that are true or false, and what it means when one is set or unset. */
const flags: { key: string; set: FlagChange; unset: FlagChange }[] = [
  {
    key: "required",
    set: ["became-required", "is now required"],
    unset: ["became-optional", "is no longer required"],
  },
  {
    key: "deprecated",
    set: ["deprecated", "is now deprecated"],
    unset: ["no-longer-deprecated", "is no longer deprecated"],
  },
  {
    key: "allowReserved",
    set: ["reserved-characters-allowed", "may now have reserved characters as they are"],
    unset: ["reserved-characters-refused", "may no longer have reserved characters as they are"],
  },
  {
    key: "allowEmptyValue",
    set: ["empty-value-allowed", "may now be empty"],
    unset: ["empty-value-refused", "may no longer be empty"],
  },
];

const styles: Record<string, string> = { query: "form", cookie: "form", path: "simple", header: "simple" };

/** How a value of some types is written: its media type, or its style and whether it is exploded, which matters to lists and objects alone, and in the simple style to objects alone. */
function styleOf(field: Field, types: readonly unknown[]): string {
  const { content, style = styles[field.in], explode = style === "form" } = fieldsAt(field.place);
  if (content) return Object.keys(content).join(" or ");
  const isShown = types.some((type) => type === "object" || (type === "array" && style !== "simple"));
  return `${isShown && explode ? "exploded " : ""}${String(style)}`;
}

/** The types that a parameter may have. */
function writtenTypes(document: OpenDocument, field: Field): unknown[] {
  const schema = document.follow(schemaBelow(field.place));
  const { type } = isRecord(schema.node) ? schema.node : {};
  return type === undefined ? ["object", "array"] : [type].flat();
}
