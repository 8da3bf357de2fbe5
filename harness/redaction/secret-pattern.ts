/** As long as a secret must be so that it does not stand inside other words by chance. */
const shortest = 6;

/** The source of a pattern that finds a secret in a text; a short one counts only where it stands alone. */
export function secretPattern(secret: string): string {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return secret.length < shortest ? `(?<!\\w)${literal}(?!\\w)` : literal;
}
