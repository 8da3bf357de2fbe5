import type { Schema } from "../../base/formats/json-schema.ts";
import { matches } from "../validate.ts";

/** The requirements that a value was really checked against: those of a list, and of its items, only when it has items. */
export function reached(schema: Schema, value: unknown, found: Set<string> = new Set()): Set<string> {
  const isEmptyList = Array.isArray(value) && value.length === 0 && schema.items !== undefined;
  if (typeof schema["x-requirement"] === "string" && !isEmptyList) found.add(schema["x-requirement"]);
  for (const part of (schema.allOf ?? []) as Schema[]) reached(part, value, found);
  if (schema.if && matches(schema.if as Schema, value)) reached(schema.then as Schema, value, found);
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) reached(schema.items as Schema, item, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      const presence = property["x-present-when"] as { requirement: string } | undefined;
      if (presence) found.add(presence.requirement);
      if (name in value || property.not) reached(property, (value as Record<string, unknown>)[name], found);
    }
  }
  return found;
}
