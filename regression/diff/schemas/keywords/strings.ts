import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareSizes } from "./bounds.ts";
import { compareContent } from "./content.ts";
import { comparePatterns, hasSameTexts } from "./texts.ts";

/** Strings: their length, pattern and what is encoded in them. */
export function compareStrings(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  // A pattern may say by itself how long a text is.
  if (!hasSameTexts(old, fresh, context)) {
    compareSizes("length", old, fresh, context);
    comparePatterns(old, fresh, context);
  }
  compareContent(old, fresh, context);
}
