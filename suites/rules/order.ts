import { withoutMarks } from "../../base/text/without-marks.ts";
import type { Item } from "../../harness/control/control.ts";
import { breachUnless, type RuleCheck } from "./rule.ts";

type Comparison = (a: string, b: string) => number;

/** The ways of a language to order titles, by name. */
const inLanguage = (name: string, language: string): [string, Comparison][] => [
  [name, new Intl.Collator(language).compare],
  [`${name} with numbers`, new Intl.Collator(language, { numeric: true }).compare],
  [
    `${name} without case and punctuation`,
    new Intl.Collator(language, { sensitivity: "base", ignorePunctuation: true }).compare,
  ],
];

/** Ways in which a reasonable provider may order titles: by code point, without case, and as several languages do. */
const collations = new Map<string, Comparison>([
  ["by code", byCode],
  ["in lower case", (a, b) => byCode(a.toLowerCase(), b.toLowerCase())],
  ["in upper case", (a, b) => byCode(a.toUpperCase(), b.toUpperCase())],
  ["without marks", (a, b) => byCode(withoutMarks(a).trim(), withoutMarks(b).trim())],
  ...inLanguage("english", "en"),
  ...inLanguage("swedish", "sv"),
  ...inLanguage("german phone book", "de-u-co-phonebk"),
  ...inLanguage("lithuanian", "lt"),
]);

/** The names of the collations that give titles in this order; `none of those known` where there is none. */
export function collationsOf(titles: readonly string[]): string[] {
  const fitting = [...collations].filter(([, compare]) =>
    titles.every((title, index) => index === 0 || compare(titles[index - 1] ?? "", title) <= 0),
  );
  return fitting.length > 0 ? fitting.map(([name]) => name) : ["none of those known"];
}

function byCode(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** True if two titles stand the wrong way round in every reasonable collation. */
export const areTitlesSwapped = (before: unknown, after: unknown): boolean =>
  typeof before === "string" &&
  typeof after === "string" &&
  [...collations.values()].every((compare) => compare(before, after) > 0);

/** True if the order of two ids is certain: both are numbers, or strings of one length. */
export const areIdsComparable = (a: unknown, b: unknown): boolean =>
  (typeof a === "number" && typeof b === "number") ||
  (typeof a === "string" && typeof b === "string" && a.length === b.length);

/** True if two ids, of a kind whose order is certain, stand the wrong way round. */
export const areIdsSwapped = (before: unknown, after: unknown): boolean =>
  areIdsComparable(before, after) && (before as number) > (after as number);

/** No two neighbours of a list stand the wrong way round; a list without two whose order is certain shows nothing. */
export const inOrder =
  (areSwapped: (before: Item, after: Item) => boolean): RuleCheck =>
  ({ items }) => {
    const isConclusive = (item: Item, at: number) => {
      const before = items?.[at - 1];
      return before !== undefined && (areSwapped(before, item) || areSwapped(item, before));
    };
    if (!items?.some(isConclusive)) return undefined;
    const index = items.findIndex((item, at) => at > 0 && areSwapped(items[at - 1] ?? {}, item));
    const [before, after] = [items[index - 1], items[index]].map(
      (item) => `${JSON.stringify(item?.title)}${item?.id === undefined ? "" : ` (id ${String(item.id)})`}`,
    );
    return breachUnless(index < 0, {
      pointer: `/data/${index}`,
      found: `${before} before ${after}`,
      expected: "the other way round",
    });
  };
