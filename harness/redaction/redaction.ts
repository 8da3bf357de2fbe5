import type { Credentials } from "../target.ts";
import { type FindSecrets, findSecrets, folded, type SecretPlace } from "./secret-search.ts";
import { formsOf, spellings } from "./spellings.ts";
import { unescape } from "./unescape.ts";

/** Replaces every secret in a text by the name of its key, in whatever form someone may have written it. */
export type Redact = (text: string) => string;

/** Secrets by the name of their key; in a list, several may have the same. */
export type Secrets = Partial<Credentials> | Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** Redacts texts, and learns the credentials of each world when it is opened. */
export interface Redaction {
  learn(credentials: Secrets): void;
  /** Learns secrets that are never forgotten. */
  keep(secrets: Secrets): void;
  redact: Redact;
  /** The same for our own sentences, which quote data: a secret that may be a word is replaced only where it stands as data. */
  redactProse: Redact;
}

/** A secret as it can be spelled, and what is written in its place. */
interface Spelling {
  exact: string;
  name: string;
}

/** Of how many worlds the credentials are remembered; those of earlier worlds are not sent any more. */
const worldsRemembered = 3;

/** Headers come again and again, so what short texts become is remembered: up to so many characters, and so many texts. */
const recurring = { characters: 64, texts: 2_000 };

/** The depth to which nested escapes are taken away. */
const layers = 3;

export interface RedactionOptions {
  /** Of how many worlds the credentials are remembered. */
  most?: number;
  /** True if secrets are looked for that someone changed a letter of, as our own proofs do. */
  hasNearMisses?: boolean;
}

/** Makes a redaction; the secrets that it begins with are never forgotten. */
export function createRedaction(
  always: Secrets = {},
  { most = worldsRemembered, hasNearMisses = true }: RedactionOptions = {},
): Redaction {
  const kept = namedSecrets(always);
  const worlds: (readonly [string, string])[][] = [];
  let search: Search | undefined;
  const shown = new Map<string, string>();
  const forgetSearch = () => {
    search = undefined;
    shown.clear();
  };
  const redact: Redact = (text) => {
    search ??= searchFor(kept, worlds, hasNearMisses);
    if (search.spellings.size === 0) return text;
    if (text.length > recurring.characters) return replaceIn(text, search);
    const known = shown.get(text);
    if (known !== undefined) return known;
    const replaced = replaceIn(text, search);
    if (shown.size < recurring.texts) shown.set(text, replaced);
    return replaced;
  };
  return {
    redact,
    redactProse(text) {
      search ??= searchFor(kept, worlds, hasNearMisses);
      return search.hasWords ? replaceIn(text, search, isData) : redact(text);
    },
    learn(credentials) {
      const entries = namedSecrets(credentials);
      const holdsAll = (world: (readonly [string, string])[]) => entries.every((entry) => hasSecret(world, entry));
      const known = worlds.findIndex(holdsAll);
      if (known === 0 || holdsAll(kept)) return;
      // A reset with the seed of an earlier world may issue the same tokens: they are the present ones again.
      const [world = entries] = known > 0 ? worlds.splice(known, 1) : [];
      worlds.unshift(world);
      worlds.length = Math.min(worlds.length, most);
      forgetSearch();
    },
    keep(secrets) {
      const fresh = namedSecrets(secrets).filter((entry) => !hasSecret(kept, entry));
      if (fresh.length === 0) return;
      kept.push(...fresh);
      forgetSearch();
    },
  };
}

/** The secrets that are there, each with its name. */
export const namedSecrets = (secrets: Secrets): (readonly [string, string])[] =>
  (Array.isArray(secrets) ? [...(secrets as [string, string][])] : Object.entries(secrets)).filter(
    ([, secret]) => typeof secret === "string" && secret !== "",
  );

const hasSecret = (known: readonly (readonly [string, string])[], [, secret]: readonly [string, string]): boolean =>
  known.some(([, other]) => other === secret);

/** A value with all its strings redacted, however deep; keys stay as they are, since they are our own. */
export function redacted<T>(value: T, redact: Redact): T {
  return withStrings(value, redact, (key) => key) as T;
}

/** A value of another's with all its strings redacted, keys among them. */
export const redactedWhole = <T>(value: T, redact: Redact): T => withStrings(value, redact, redact) as T;

function withStrings(value: unknown, redact: Redact, redactKey: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withStrings(item, redact, redactKey));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redactKey(key), withStrings(inner, redact, redactKey)]),
  );
}

/** The forms to look for, and the secrets that each may be. */
interface Search {
  find: FindSecrets;
  /** By their form, with small letters; the first names it where none is exact. */
  spellings: Map<string, Spelling[]>;
  /** True if a secret may be a word of ours. */
  hasWords: boolean;
}

/** A secret that may be a word of ours: a few characters, and nothing else. Issuers make longer ones, with digits. */
const word = /^[a-z]{1,12}$/i;

/** Stands before data in a sentence: a quote, the name of a value, or a scheme. */
const beforeData = /["'`=:]$|\b(?:bearer|user|token|key|secret|password) $/i;

/** True if what stands at a place of a sentence is data, and no word of ours. */
const isData = (text: string, { start, end }: Omit<SecretPlace, "form">): boolean =>
  !word.test(text.slice(start, end)) || beforeData.test(text.slice(Math.max(0, start - 10), start));

/** The secrets that are never forgotten come first, then those of the present world. */
function searchFor(
  kept: readonly (readonly [string, string])[],
  worlds: (readonly [string, string])[][],
  hasNearMisses: boolean,
): Search {
  const byForm = new Map<string, Spelling[]>();
  const add = (entries: readonly (readonly [string, string])[], prefix = ""): void => {
    const spelled = entries.flatMap(([key, secret]) => spellings(prefix + key, secret, hasNearMisses));
    // An exact secret wins over a near miss that looks the same.
    for (const [exact, expansion] of spelled.toSorted(([, a], [, b]) => Number(/\W/.test(a)) - Number(/\W/.test(b)))) {
      const name = /^\w+$/.test(expansion) ? `$${expansion}` : `\${${expansion}}`;
      for (const form of formsOf(exact)) {
        const low = folded(form);
        const known = byForm.get(low);
        if (!known) byForm.set(low, [{ exact: form, name }]);
        else if (known.every((other) => other.exact !== form)) known.push({ exact: form, name });
      }
    }
  };
  add(kept);
  for (const [index, world] of worlds.entries()) add(world, index > 0 ? "EARLIER_" : "");
  const hasWords = [kept, ...worlds].flat().some(([, secret]) => word.test(secret));
  return { find: findSecrets(byForm.keys()), spellings: byForm, hasWords };
}

/** Which of the places where secrets are found count. */
type PlaceFilter = (text: string, place: Omit<SecretPlace, "form">) => boolean;

/** A text with a name in place of each secret: at each place that of the longest. */
function replaceIn(text: string, search: Search, counts: PlaceFilter = () => true): string {
  const places = placesIn(text, search, layers, counts).toSorted((a, b) => a.start - b.start || b.end - a.end);
  if (places.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, name } of places) {
    // A hit that overlaps a replaced one is a rest of the same.
    if (end <= from) continue;
    if (start >= from) parts.push(text.slice(from, start), name);
    from = end;
  }
  return [...parts, text.slice(from)].join("");
}

type NamedPlace = Omit<SecretPlace, "form"> & { name: string };

/** Where secrets stand in a text, as it is and without its escapes. */
function placesIn(text: string, search: Search, left: number, counts: PlaceFilter): NamedPlace[] {
  const counted = search.find(text).filter((place) => counts(text, place));
  const found = counted.map(({ form, start, end }) => {
    const known = search.spellings.get(form) ?? [];
    const written = text.slice(start, end);
    const { name = "$SECRET" } = known.find(({ exact }) => exact === written) ?? known[0] ?? {};
    return { start, end, name };
  });
  const unescaped = left > 0 ? unescape(text) : undefined;
  if (!unescaped) return found;
  const placeOf = (character: number) => unescaped.placeOf(character);
  const within = placesIn(unescaped.text, search, left - 1, counts);
  return [...found, ...within.map(({ start, end, name }) => ({ start: placeOf(start), end: placeOf(end), name }))];
}
