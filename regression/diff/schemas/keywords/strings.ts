import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareSizes } from "./bounds.ts";
import { formatsOf } from "./formats.ts";

/** Strings: their length, pattern and what is encoded in them. */
export function compareStrings(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareSizes("length", old, fresh, context);
  comparePatterns(old, fresh, context);
  for (const keyword of ["contentEncoding", "contentMediaType"]) {
    const [before, after] = [contentOf(keyword, old, fresh), contentOf(keyword, fresh, old)];
    if (before === after) continue;
    const says = `is now ${String(after ?? "plain")} inside instead of ${String(before ?? "plain")}`;
    context.tell("content-changed", says, keyword);
  }
}

function comparePatterns(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const patternsOf = (view: SchemaView) => new Set(view.all("pattern").map(({ node }) => String(node)));
  const [before, after] = [patternsOf(old), patternsOf(fresh)];
  const removed = [...before].filter((pattern) => !after.has(pattern));
  const added = [...after].filter((pattern) => !before.has(pattern));
  const [oldText, newText] = [removed.join(" and "), added.join(" and ")];
  if (removed.length > 0 && added.length > 0)
    context.tell("pattern-changed", `must now match ${newText} instead of ${oldText}`, "pattern");
  else if (added.length > 0) context.tell("pattern-added", `must now match ${newText}`, "pattern");
  else if (removed.length > 0) context.tell("pattern-removed", `need no longer match ${oldText}`, "pattern");
}

/** What is inside a string, beside another; base64 is what the format byte was in OpenAPI 3.0. */
function contentOf(keyword: string, view: SchemaView, beside: SchemaView): unknown {
  const content = view.first(keyword);
  return content === "base64" && formatsOf(beside).includes("byte") ? beside.first(keyword) : content;
}
