import { formats as own } from "../../base/formats.ts";
import type { Notebook } from "./schema-pairs.ts";
import type { View } from "./schema-view.ts";
import { isToldByBounds } from "./whole-ranges.ts";

/** Formats that forbid nothing which their type allows: hints for storage or display. */
const hints = new Set(["int64", "double", "password", "binary"]);

/** Formats whose values are all values of the others too. */
const within: Record<string, readonly string[]> = {
  int32: ["int64", "double", "float"],
  float: ["double"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/** Formats that are defined well enough to tell that one is not the other. */
const known = new Set([
  ...Object.keys(within),
  ...Object.keys(own),
  ..."date-time time duration ipv4 ipv6 uuid byte binary json-pointer regex uri-template idn-email idn-hostname iri-reference".split(
    " ",
  ),
]);

/** The formats of strings and numbers. A format that nobody defined cannot be judged. */
export function compareFormats(old: View, fresh: View, notes: Notebook): void {
  const [before, after] = [formatBeside(old, fresh), formatBeside(fresh, old)];
  if (before === after) return;
  const judged = [before, after].every((one) => one === undefined || known.has(one));
  const says = after
    ? `has the format ${after} now${before ? `, and before ${before}` : ""}`
    : `no longer has the format ${before}`;
  notes.say(judged ? changeOf(before, after) : "format-unclear", says, "format");
}

function changeOf(before: string | undefined, after: string | undefined) {
  if (before === undefined) return "format-added";
  if (after === undefined) return "format-removed";
  if (within[before]?.includes(after)) return "format-widened";
  return within[after]?.includes(before) ? "format-narrowed" : "format-changed";
}

/** The format that narrows a schema beside another; undefined where it only hints. */
const narrowing = (view: View, other: View): string | undefined =>
  formatsOf(view).find((format) => !hints.has(format) && !(format === "int32" && isToldByBounds(view, other)));

/** The format of a schema beside another: bytes as they are matter beside those that are encoded, and OpenAPI 3.1 has another word for these. */
function formatBeside(view: View, other: View): string | undefined {
  const isEncoded = formatsOf(other).includes("byte");
  if (isEncoded && formatsOf(view).includes("binary")) return "binary";
  return narrowing(view, other) ?? (isEncoded && view.first("contentEncoding") === "base64" ? "byte" : undefined);
}

/** The formats that a schema names. */
export const formatsOf = (view: View): string[] => view.all("format").map(({ node }) => String(node));
