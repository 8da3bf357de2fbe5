import { formats as ownFormats } from "../../../../base/formats/formats.ts";
import type { SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { allows } from "../reading/types.ts";
import { isImpliedByBounds } from "./whole-ranges.ts";

/** Formats that forbid nothing which their type allows: hints for storage or display. */
const hints = new Set(["int64", "double", "password", "binary"]);

/** Formats whose values are all values of the listed formats too. */
const within: Record<string, readonly string[]> = {
  int32: ["int64", "double", "float"],
  float: ["double"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/** Formats that are defined well enough to say that one is not the other. */
const defined = new Set([
  ...Object.keys(within),
  ...Object.keys(ownFormats),
  ..."date-time time duration ipv4 ipv6 uuid byte binary json-pointer regex uri-template idn-email idn-hostname iri-reference".split(
    " ",
  ),
]);

/** Formats of numbers; all others that are defined are formats of strings. */
const numeric = new Set(["int32", "int64", "float", "double"]);

/** The formats of strings and numbers. A format that no one defined cannot be judged. */
export function compareFormats(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [formatBeside(old, fresh), formatBeside(fresh, old)];
  if (before === after) return;
  const hasTexts = [old, fresh].every(({ types }) => allows(types, "string"));
  if (!hasTexts && [before, after].every((format) => format === undefined || isOfTexts(format))) return;
  const isJudged = [before, after].every((format) => format === undefined || defined.has(format));
  const says = after
    ? `now has the format ${after}${before ? ` instead of ${before}` : ""}`
    : `no longer has the format ${before}`;
  context.report(isJudged ? changeBetween(before, after) : "format-unclear", says, "format");
}

const isOfTexts = (format: string): boolean => defined.has(format) && !numeric.has(format);

function changeBetween(before: string | undefined, after: string | undefined): SchemaChangeName {
  if (before === undefined) return "format-added";
  if (after === undefined) return "format-removed";
  if (within[before]?.includes(after)) return "format-widened";
  return within[after]?.includes(before) ? "format-narrowed" : "format-changed";
}

/** The format that narrows a schema beside another; undefined where it only hints. */
const narrowingFormat = (view: SchemaView, beside: SchemaView): string | undefined =>
  formatsOf(view).find((format) => !hints.has(format) && !(format === "int32" && isImpliedByBounds(view, beside)));

/** The format of a schema beside another: plain bytes matter beside encoded ones, for which OpenAPI 3.1 has another word. */
function formatBeside(view: SchemaView, beside: SchemaView): string | undefined {
  const isEncoded = formatsOf(beside).includes("byte");
  if (isEncoded && formatsOf(view).includes("binary")) return "binary";
  return (
    narrowingFormat(view, beside) ?? (isEncoded && view.first("contentEncoding") === "base64" ? "byte" : undefined)
  );
}

/** The formats that a schema names. */
export const formatsOf = (view: SchemaView): string[] => view.all("format").map(({ node }) => String(node));
