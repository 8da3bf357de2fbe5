/** The pattern of each letter of a date format; a letter that is not listed, such as that of an era or a zone's name, stands for characters. */
const letters: Record<string, (count: number) => string> = {
  y: (count) => (count === 2 ? String.raw`\d{2}` : String.raw`\d{4}`),
  M: (count) => (count > 2 ? "\\p{L}+" : digits(count)),
  d: (count) => digits(count),
  H: (count) => digits(count),
  h: (count) => digits(count),
  k: (count) => digits(count),
  K: (count) => digits(count),
  m: (count) => digits(count),
  s: (count) => digits(count),
  S: (count) => String.raw`\d{${count},}`,
  Z: () => String.raw`(?:Z|[+-]\d{2}:?\d{2})`,
  X: () => String.raw`(?:Z|[+-]\d{2}(?::?\d{2})?)`,
  x: () => String.raw`[+-]\d{2}(?::?\d{2})?`,
};

const digits = (count: number): string => (count === 1 ? String.raw`\d{1,2}` : String.raw`\d{${count}}`);

const patterns = new Map<string, RegExp>();

/** The pattern of the texts in a date format such as `yyyy-MM-dd'T'HH:mm:ssXXX`. */
export function datePattern(format: string): RegExp {
  const known = patterns.get(format);
  if (known) return known;
  const parts = format.match(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']/g) ?? [];
  const pattern = new RegExp(`^${parts.map(patternOf).join("")}$`, "u");
  patterns.set(format, pattern);
  return pattern;
}

function patternOf(part: string): string {
  if (part.startsWith("'")) return escape(part === "''" ? "'" : part.slice(1, -1).replaceAll("''", "'"));
  if (!/^[A-Za-z]/.test(part)) return escape(part);
  return letters[part[0] ?? ""]?.(part.length) ?? "\\p{L}+";
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
