import type { Credentials } from "./target.ts";

/** Replaces every secret in a text by the name of its key, in each form in which the program itself could write it. */
export type Redact = (text: string) => string;

/** Secrets by the name of their key. */
export type Secrets = Partial<Credentials> | Readonly<Record<string, string>>;

/** A redaction that learns the credentials of each world as it is opened. */
export interface Redaction {
  learn(credentials: Secrets): void;
  redact: Redact;
}

/** How many worlds' credentials are kept in mind: those of a world that is gone are not sent any more. */
const kept = 3;

/** Begins with secrets that are never forgotten. */
export function createRedaction(always: Secrets = {}, most = kept): Redaction {
  const known = formsBySecret(always);
  const worlds: Map<string, string>[] = [];
  let last = "";
  let pattern = patternOf([known]);
  return {
    learn(credentials) {
      // Most worlds have the credentials of the one before.
      const told = JSON.stringify(credentials);
      if (told === last) return;
      last = told;
      const names = formsBySecret(credentials);
      const isKnown = [known, ...worlds].some((world) => [...names.keys()].every((form) => world.has(form)));
      if (isKnown) return;
      worlds.unshift(names);
      worlds.length = Math.min(worlds.length, most);
      pattern = patternOf([known, ...worlds]);
    },
    redact: (text) =>
      pattern
        ? text.replace(pattern, (form) => [known, ...worlds].find((world) => world.has(form))?.get(form) ?? "$SECRET")
        : text,
  };
}

/** A value whose strings, however deep, are redacted; names of keys are ours. */
export function redacted<T>(value: T, redact: Redact): T {
  if (typeof value === "string") return redact(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => redacted(one, redact)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted<unknown>(one, redact)])) as T;
}

/**
 * How the shell writes a secret whose value stands in a variable: as it is, without its last letter, and with capitals for small letters. Proofs
 * send those two as tokens that are nearly right, and each of them gives the secret away.
 */
export function spellings(key: string, secret: string): [form: string, expansion: string][] {
  const name = key.toUpperCase();
  const near: [string, string][] =
    secret.length < 8
      ? []
      : [
          [secret.slice(0, -1), `${name}%?`],
          [swapped(secret), `${name}~~`],
        ];
  return [[secret, name], ...near.filter(([form]) => form !== secret)];
}

/** A text with its capital letters small, and its small ones capital. */
export const swapped = (text: string): string =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("");

/** The names of secrets by each form that they can have; a form that is itself another secret is called by that one's name. */
function formsBySecret(secrets: Secrets): Map<string, string> {
  const spelled = Object.entries(secrets)
    .filter(([, secret]) => secret)
    .flatMap(([key, secret]) => spellings(key, secret));
  const isExact = ([, expansion]: [string, string]) => /^\w+$/.test(expansion);
  return new Map(
    [...spelled.filter((one) => !isExact(one)), ...spelled.filter(isExact)].flatMap(([secret, expansion]) => {
      const name = /^\w+$/.test(expansion) ? `$${expansion}` : `\${${expansion}}`;
      return [...formsOf(secret)].map((form) => [form, name] as const);
    }),
  );
}

function patternOf(worlds: readonly ReadonlyMap<string, string>[]): RegExp | undefined {
  const forms = new Set(worlds.flatMap((world) => [...world.keys()]));
  return forms.size > 0 ? new RegExp([...forms].toSorted(byLength).map(sign).join("|"), "g") : undefined;
}

const byLength = (one: string, other: string): number => other.length - one.length;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The ways in which a secret can be spelled: plain, in a URL, in JSON and in JSON within JSON, between the quotes of a shell, in base64. */
const formsOf = (secret: string): Set<string> =>
  new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    inJson(secret),
    inJson(inJson(secret)),
    secret.replaceAll("'", String.raw`'\''`),
    ...(["base64", "base64url"] as const).flatMap((encoding) => [
      Buffer.from(secret).toString(encoding),
      ...(secret.length < 8 ? [] : [0, 1, 2].map((offset) => within(secret, offset, encoding))),
    ]),
  ]);

/** What base64 makes of a secret inside a longer text, without the letters that what stands around it decides. */
function within(secret: string, offset: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const first = Math.ceil((offset * 8) / 6);
  return bytes.toString(encoding).slice(first, Math.floor((bytes.length * 8) / 6));
}

/** A short secret stands inside words by chance, so it must stand alone. */
function sign(secret: string): string {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return secret.length < 6 ? `(?<![\\w])${literal}(?![\\w])` : literal;
}
