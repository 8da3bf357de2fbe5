/** Ways in which a reasonable provider may order titles: by code, without case, and as several languages do. */
const collations: ((one: string, other: string) => number)[] = [
  byCode,
  (one, other) => byCode(one.toLowerCase(), other.toLowerCase()),
  (one, other) => byCode(one.toUpperCase(), other.toUpperCase()),
  (one, other) => byCode(bare(one), bare(other)),
  ...["en", "sv", "de-u-co-phonebk", "lt"].flatMap((language) => [
    new Intl.Collator(language).compare,
    new Intl.Collator(language, { numeric: true }).compare,
    new Intl.Collator(language, { sensitivity: "base", ignorePunctuation: true }).compare,
  ]),
];

function byCode(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Whether two titles stand the wrong way round in every reasonable collation. */
export const agreeToSwap = (before: unknown, after: unknown): boolean =>
  typeof before === "string" && typeof after === "string" && collations.every((compare) => compare(before, after) > 0);
