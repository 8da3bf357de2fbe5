import { hexOrBlank, namedClass, propertyClass } from "./regex-classes.ts";

/** Escapes that JavaScript does not have or reads as something else; null where it has no equivalent. */
const outside: Record<string, string | null> = {
  A: "(?<![^])",
  z: "(?![^])",
  Z: String.raw`(?=\n?(?![^]))`,
  h: `[${hexOrBlank}]`,
  R: String.raw`(?:\r\n|[\n\v\f\r\x85\u2028\u2029])`,
};
const inside: Record<string, string | null> = { h: hexOrBlank, R: null };
const everywhere: Record<string, string | null> = {
  a: String.raw`\x07`,
  e: String.raw`\x1b`,
  C: null,
  G: null,
  H: null,
  K: null,
  N: null,
  X: null,
  g: null,
};

const escapePattern =
  /\\(?:x\{(?<code>[\da-fA-F]{1,4})\}|(?<p>[pP])(?:\{(?<not>\^?)(?<name>[^}]*)\}|(?<letter>\w))|k[{'](?<group>\w+)[}']|(?<char>.))/sy;

/** The escape at a place of a regular expression, in JavaScript; the text is null where there is none, and undefined where a backslash is the end. */
export function escapeAt(
  source: string,
  at: number,
  isInClass: boolean,
): { text: string | null; end: number } | undefined {
  escapePattern.lastIndex = at;
  const found = escapePattern.exec(source);
  if (!found) return undefined;
  const { code, p, not, name, letter, group, char = "" } = found.groups ?? {};
  const end = escapePattern.lastIndex;
  if (code) return { text: `\\u${code.padStart(4, "0")}`, end };
  if (group) return { text: `\\k<${group}>`, end };
  if (p) return { text: propertyAt(name ?? letter ?? "", (p === "P") !== (not === "^"), isInClass), end };
  const own = { ...everywhere, ...(isInClass ? inside : outside) };
  if (Object.hasOwn(own, char)) return { text: own[char] ?? null, end };
  return { text: /[\w^$\\.*+?()[\]{}|/-]/.test(char) && char !== "_" ? dashAware(char, isInClass) : char, end };
}

/** Outside a class, `\-` is not allowed along with Unicode properties. */
const dashAware = (char: string, isInClass: boolean): string => (char === "-" && !isInClass ? "-" : `\\${char}`);

/** A property; the complement of a named class cannot stand inside another class. */
function propertyAt(name: string, isNegated: boolean, isInClass: boolean): string | null {
  const isNamed = namedClass(name, false) !== undefined;
  return isInClass && isNamed ? (namedClass(name, isNegated) ?? null) : propertyClass(name, isNegated);
}
