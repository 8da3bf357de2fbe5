import type { PairContext, SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { formatsOf } from "./formats.ts";

/** Compares data encoded in a string: how, as which media type, and its own schema. */
export function compareContent(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (const keyword of ["contentEncoding", "contentMediaType"]) {
    const [before, after] = [contentOf(keyword, old, fresh), contentOf(keyword, fresh, old)];
    if (before === after) continue;
    if (before === undefined) context.report("content-added", `must now hold ${after}`, keyword);
    else if (after === undefined) context.report("content-removed", `need no longer hold ${before}`, keyword);
    else context.report("content-changed", `must now hold ${after} instead of ${before}`, keyword);
  }
  const [before, after] = [contentSchema(old, context.old), contentSchema(fresh, context.new)];
  if (before && after) context.descend("{content}", before, after);
  else if (after) context.report("content-schema-added", "must now fit a schema once it is decoded", "contentSchema");
  else if (before)
    context.report("content-schema-removed", "need no longer fit a schema once it is decoded", "contentSchema");
}

/**
 * The content of a string, beside another; base64 is what the format byte was in OpenAPI 3.0, and any bytes what the format binary was. Names of encodings and
 * media types have no case.
 */
function contentOf(keyword: string, view: SchemaView, beside: SchemaView): string | undefined {
  const textIn = (of: SchemaView) => {
    const text = of.first(keyword);
    return text === undefined ? undefined : String(text).toLowerCase();
  };
  const content = textIn(view);
  const format = formatOfContent[content ?? ""];
  return format && formatsOf(beside).includes(format) ? textIn(beside) : content;
}

/** The formats by which OpenAPI 3.0 said what is inside a string. */
const formatOfContent: Record<string, string> = { base64: "byte", "application/octet-stream": "binary" };

function contentSchema(view: SchemaView, side: SchemaSide): SchemaSet | undefined {
  const places = view.all("contentSchema");
  const set = places.length > 0 ? side.sets.of(...places) : undefined;
  return set && !side.view(set).isFree ? set : undefined;
}
