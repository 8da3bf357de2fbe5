import type { Credentials } from "./target.ts";

/** Replaces every secret in a text by the name of its key, in each form in which the program itself could write it. */
export type Redact = (text: string) => string;

/** A redaction that learns the credentials of each world as it is opened. */
export interface Redaction {
  learn(credentials: Partial<Credentials> | Readonly<Record<string, string>>): void;
  redact: Redact;
}

/** How many worlds' credentials are kept in mind: those of a world that is gone are not sent any more. */
const kept = 3;

export function createRedaction(): Redaction {
  const worlds: Map<string, string>[] = [];
  let pattern: RegExp | undefined;
  return {
    learn(credentials) {
      const names = new Map<string, string>();
      for (const [key, secret] of Object.entries(credentials))
        if (secret) for (const form of formsOf(secret)) names.set(form, `$${key.toUpperCase()}`);
      const isKnown = worlds.some((world) => [...names.keys()].every((form) => world.has(form)));
      if (isKnown || names.size === 0) return;
      worlds.unshift(names);
      worlds.length = Math.min(worlds.length, kept);
      const forms = new Set(worlds.flatMap((world) => [...world.keys()]));
      pattern = new RegExp([...forms].toSorted(byLength).map(sign).join("|"), "g");
    },
    redact: (text) =>
      pattern ? text.replace(pattern, (form) => worlds.find((world) => world.has(form))?.get(form) ?? "$SECRET") : text,
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
