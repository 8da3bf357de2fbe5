import { canonical } from "../../documents/canonical.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** A schema as one that lists its values where another does, and its keywords leave a single one; or else as it is. */
export function listedBeside(view: SchemaView, beside: SchemaView): SchemaView {
  if (view.listed || !beside.listed) return view;
  const value = soleValueOf(view);
  if (value === undefined) return view;
  const listed = new Map([[canonical(value), value]]);
  return { ...view, listed, values: listed };
}

/** The only value that the keywords of a schema leave; whether it fits each of them is still to be asked. */
function soleValueOf({ types, lower, upper, ...view }: SchemaView): unknown {
  const [type, ...more] = types ?? [];
  if (more.length > 0) return undefined;
  if (type === "number" || type === "integer") return lower?.value === upper?.value ? lower?.value : undefined;
  if (type === "array" && view.maxItems === 0 && !view.most("minItems") && view.all("contains").length === 0) return [];
  const isEmptyObject =
    type === "object" && view.least("maxProperties") === 0 && !view.most("minProperties") && view.required.size === 0;
  return isEmptyObject ? {} : undefined;
}
