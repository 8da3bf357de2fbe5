import { secretPattern } from "./secret-pattern.ts";
import type { Credentials } from "./target.ts";

/** Replaces every secret in a text by the name of its key, in whatever form the program may have written it. */
export type Redact = (text: string) => string;

/** Secrets by the name of their key. */
export type Secrets = Partial<Credentials> | Readonly<Record<string, string>>;

/** Redacts texts, and learns the credentials of each world when it is opened. */
export interface Redaction {
  learn(credentials: Secrets): void;
  redact: Redact;
}

/** Of how many worlds the credentials are remembered; those of earlier worlds are not sent any more. */
const worldsRemembered = 3;

/** Makes a redaction; the secrets that it begins with are never forgotten. */
export function createRedaction(always: Secrets = {}, most = worldsRemembered): Redaction {
  const known = formsBySecret(always);
  const worlds: Map<string, string>[] = [];
  let last = "";
  let pattern = patternOf([known]);
  return {
    learn(credentials) {
      // Most worlds have the credentials of the world before.
      const text = JSON.stringify(credentials);
      if (text === last) return;
      last = text;
      const names = formsBySecret(credentials);
      const isKnown = [known, ...worlds].some((world) => [...names.keys()].every((form) => world.has(form)));
      if (isKnown) return;
      worlds.unshift(names);
      worlds.length = Math.min(worlds.length, most);
      pattern = patternOf([known, ...worlds]);
    },
    redact: (text) =>
      pattern
        ? text.replace(pattern, (form) => known.get(form) ?? worlds[0]?.get(form) ?? earlierName(worlds, form))
        : text,
  };
}

/** The name of a secret of an earlier world, which is not that of the present one. */
const earlierName = (worlds: readonly ReadonlyMap<string, string>[], form: string): string =>
  worlds
    .find((world) => world.has(form))
    ?.get(form)
    ?.replace(/\w/, "EARLIER_$&") ?? "$SECRET";

/** A value with all its strings redacted, however deep; keys stay as they are, since they are our own. */
export function redacted<T>(value: T, redact: Redact): T {
  if (typeof value === "string") return redact(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => redacted(item, redact)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redacted<unknown>(inner, redact)])) as T;
}

/**
 * A secret and its near misses, each with the shell expansion of the variable that gives it: as it is, without its last letter, and with the
 * case of its letters swapped. Proofs send the near misses as wrong tokens, and each would give the secret away.
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

/** A text with the case of its letters swapped. */
export const swapped = (text: string): string =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("");

/** The name of a secret by each form that it can have; an exact secret wins over a near miss that looks the same. */
function formsBySecret(secrets: Secrets): Map<string, string> {
  const spelled = Object.entries(secrets)
    .filter(([, secret]) => secret)
    .flatMap(([key, secret]) => spellings(key, secret));
  const isExact = ([, expansion]: [string, string]) => /^\w+$/.test(expansion);
  return new Map(
    [...spelled.filter((spelling) => !isExact(spelling)), ...spelled.filter(isExact)].flatMap(([secret, expansion]) => {
      const name = /^\w+$/.test(expansion) ? `$${expansion}` : `\${${expansion}}`;
      return [...formsOf(secret)].map((form) => [form, name] as const);
    }),
  );
}

function patternOf(worlds: readonly ReadonlyMap<string, string>[]): RegExp | undefined {
  const forms = new Set(worlds.flatMap((world) => [...world.keys()]));
  return forms.size > 0 ? new RegExp([...forms].toSorted(byLength).map(secretPattern).join("|"), "g") : undefined;
}

/** The longest first: it may contain another. */
const byLength = (a: string, b: string): number => b.length - a.length;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The forms in which a secret can be written: plain, in a URL, in JSON, in JSON within JSON, in quotes of a shell, in base64. */
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
      ...(secret.length < 8 ? [] : [0, 1, 2].map((offset) => base64Inside(secret, offset, encoding))),
    ]),
  ]);

/** What base64 makes of a secret inside a longer text, without the letters that depend on the text around it. */
function base64Inside(secret: string, offset: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const first = Math.ceil((offset * 8) / 6);
  return bytes.toString(encoding).slice(first, Math.floor((bytes.length * 8) / 6));
}
