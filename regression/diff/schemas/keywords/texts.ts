import type { LanguageComparison } from "../../../../base/text/regular-languages.ts";
import type { SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { formatsOf } from "./formats.ts";

/** True if patterns and lengths, taken together, allow the same texts on both sides; of a format that both have, some say nothing new. */
export function hasSameTexts(old: SchemaView, fresh: SchemaView, { languages }: PairContext): boolean {
  const [before, after] = [textPatternsOf(old), textPatternsOf(fresh)];
  if (before.join("\n") === after.join("\n")) return true;
  // Lengths alone are compared as numbers.
  const shared = formatPatterns(old, fresh);
  if (patternsOf(old).length + patternsOf(fresh).length + shared.length === 0) return false;
  const compared = languages([...before, ...shared], [...after, ...shared]);
  return compared !== undefined && Object.keys(compared).length === 0;
}

/** The patterns of two schemas, by the texts of a length and a format that both allow. */
export function comparePatterns(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [patternsOf(old), patternsOf(fresh)];
  const removed = before.filter((pattern) => !after.includes(pattern));
  const added = after.filter((pattern) => !before.includes(pattern));
  if (removed.length + added.length === 0) return;
  const shared = [...lengthsOf(old), ...lengthsOf(fresh), ...formatPatterns(old, fresh)];
  const compared = context.languages([...before, ...shared], [...after, ...shared]);
  const change = compared ? changeIn(compared, removed, added) : undecided(removed, added);
  if (change) context.report(change, `${inWords(removed, added)}${exampleIn(compared)}`, "pattern");
}

/** The rules of a schema about texts, lengths too, as patterns. */
export const textPatternsOf = (view: TextKeywords): string[] => [...patternsOf(view), ...lengthsOf(view)];

type TextKeywords = Pick<SchemaView, "all" | "most" | "least">;

const patternsOf = (view: TextKeywords): string[] => [...new Set(view.all("pattern").map(({ node }) => String(node)))];

/** The greatest length that is written as a pattern; beyond it, automata grow too large. */
const longest = 500;

/** The lengths of a text, as patterns. */
function lengthsOf(view: TextKeywords): string[] {
  const [least = 0, most] = [view.most("minLength"), view.least("maxLength")];
  return [
    ...(least > 0 && least <= longest ? [`^[^]{${least},}$`] : []),
    ...(most !== undefined && most <= longest ? [`^[^]{0,${most}}$`] : []),
  ];
}

/** Patterns that every text of a format matches. */
const looks: Record<string, string> = {
  date: String.raw`^\d{4}-\d{2}-\d{2}$`,
  "date-time": String.raw`^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$`,
  ipv4: String.raw`^\d{1,3}(\.\d{1,3}){3}$`,
  uuid: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
};

const formatPatterns = (old: SchemaView, fresh: SchemaView): string[] =>
  formatsOf(old)
    .filter((format) => formatsOf(fresh).includes(format))
    .flatMap((format) => looks[format] ?? []);

function changeIn(
  { onlyOld, onlyNew }: LanguageComparison,
  removed: readonly string[],
  added: readonly string[],
): SchemaChangeName | undefined {
  if (onlyOld === undefined && onlyNew === undefined) return undefined;
  if (onlyNew === undefined) return removed.length === 0 ? "pattern-added" : "pattern-narrowed";
  if (onlyOld === undefined) return added.length === 0 ? "pattern-removed" : "pattern-widened";
  return "pattern-exchanged";
}

/** A new keyword cannot allow more, and a dropped one cannot allow less. */
function undecided(removed: readonly string[], added: readonly string[]): SchemaChangeName {
  if (removed.length > 0 && added.length > 0) return "pattern-changed";
  return added.length > 0 ? "pattern-added" : "pattern-removed";
}

function inWords(removed: readonly string[], added: readonly string[]): string {
  const [before, after] = [removed.join(" and "), added.join(" and ")];
  if (!after) return `need no longer match ${before}`;
  return before ? `must now match ${after} instead of ${before}` : `must now match ${after}`;
}

/** The longest example that a sentence shows. */
const readable = 40;

/** A text that only one side takes. */
function exampleIn({ onlyOld, onlyNew }: LanguageComparison = {}): string {
  const quoted = (text: string | undefined): string | undefined =>
    text !== undefined && text.length <= readable ? JSON.stringify(text) : undefined;
  const [gone, come] = [quoted(onlyOld), quoted(onlyNew)];
  const parts = [...(gone ? [`${gone} no longer fits`] : []), ...(come ? [`${come} now fits`] : [])];
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}
