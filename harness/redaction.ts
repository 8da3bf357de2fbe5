import type { Credentials } from "./target.ts";

/** Replaces every secret in a text by the name of its key, in each form in which the program itself could write it. */
export type Redact = (text: string) => string;

/** A redaction that learns the credentials of each world as it is opened. */
export interface Redaction {
  learn(credentials: Partial<Credentials> | Readonly<Record<string, string>>): void;
  redact: Redact;
}

export function createRedaction(): Redaction {
  const names = new Map<string, string>();
  let pattern: RegExp | undefined;
  return {
    learn(credentials) {
      for (const [key, secret] of Object.entries(credentials)) {
        if (!secret || names.has(secret)) continue;
        for (const form of formsOf(secret)) names.set(form, `$${key.toUpperCase()}`);
        pattern = undefined;
      }
    },
    redact(text) {
      if (names.size === 0) return text;
      pattern ??= new RegExp([...names.keys()].toSorted(byLength).map(sign).join("|"), "g");
      return text.replace(pattern, (form) => names.get(form) ?? form);
    },
  };
}

const byLength = (one: string, other: string): number => other.length - one.length;

/** The ways in which a secret can be spelled: plain, in a URL, in JSON, in base64. */
const formsOf = (secret: string): Set<string> =>
  new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ]);

/** A short secret stands inside words by chance, so it must stand alone. */
function sign(secret: string): string {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return secret.length < 6 ? `(?<![\\w])${literal}(?![\\w])` : literal;
}
