import { secretPattern } from "./secret-pattern.ts";

/** A place in a text where a secret stands: its form, with small letters, and where it begins and ends. */
export interface SecretPlace {
  form: string;
  start: number;
  end: number;
}

/** Finds forms of secrets in a text, in one pass however many there are. */
export type FindSecrets = (text: string) => SecretPlace[];

/** The number of characters that all long forms have at least; shorter ones count only where they stand alone. */
const window = 6;

/** As much of a secret's beginning gives it away where the text was cut off in its midst. */
const decisive = 8;

/** The maximum of characters that are compared, for a text as a whole and for each of its characters: a text and a secret that repeat themselves would take hours. */
const maxCompared = { whole: 1_000_000, each: 20 };

/** A text with small letters, each where it was. */
export function folded(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replace(/[A-Z]+/g, (characters) => characters.toLowerCase());
}

/** Prepares to find forms, which are folded. */
export function findSecrets(forms: Iterable<string>): FindSecrets {
  const sorted = [...new Set(forms)].toSorted();
  const long = new SortedForms(sorted.filter(({ length }) => length >= window));
  // A single letter stands in every text.
  const short = sorted.filter(({ length }) => length > 1 && length < window);
  const pattern = short.length > 0 ? new RegExp(short.map(secretPattern).join("|"), "g") : undefined;
  return (text) => {
    const low = folded(text);
    const alone = pattern ? [...low.matchAll(pattern)] : [];
    return [...long.placesIn(low), ...alone.map(({ 0: form, index }) => placeAt(form, index, form.length))];
  };
}

const placeAt = (form: string, start: number, length: number): SecretPlace => ({ form, start, end: start + length });

/** Forms in alphabetical order, among which the longest that a text goes on with is found by halving. */
class SortedForms {
  readonly #forms: readonly string[];
  /** Of each form the number of the longest other that it begins with. */
  readonly #inner: Int32Array;
  /** Which hashes the first characters of forms have. */
  readonly #hashes: Uint8Array;
  #compared = 0;

  constructor(forms: readonly string[]) {
    this.#forms = forms;
    this.#inner = new Int32Array(forms.length).fill(-1);
    for (let index = 1; index < forms.length; index++) {
      let inner = index - 1;
      while (inner >= 0 && !forms[index]?.startsWith(forms[inner] ?? "")) inner = this.#inner[inner] ?? -1;
      this.#inner[index] = inner;
    }
    this.#hashes = new Uint8Array(2 ** Math.max(12, Math.ceil(Math.log2(forms.length * 32 + 1))));
    for (const form of forms) this.#hashes[hashOf(form) & (this.#hashes.length - 1)] = 1;
  }

  placesIn(text: string): SecretPlace[] {
    const places: SecretPlace[] = [];
    if (this.#forms.length === 0 || text.length < window) return places;
    const [hashes, mask] = [this.#hashes, this.#hashes.length - 1];
    const most = maxCompared.whole + maxCompared.each * text.length;
    this.#compared = 0;
    let hash = hashOf(text);
    for (let at = 0; ; at++) {
      if (hashes[hash & mask] === 1) {
        const place = this.#longestAt(text, at);
        if (place) places.push(place);
        // No one can read such a text, so the rest of it counts as a secret.
        if (this.#compared > most) return [...places, placeAt(this.#forms[0] ?? "", at, text.length - at)];
      }
      if (at + window >= text.length) return places;
      const without = hash - Math.imul(text.charCodeAt(at), highest);
      hash = (Math.imul(without, base) + text.charCodeAt(at + window)) | 0;
    }
  }

  /** The longest form that stands at a place, or as much of one as the text holds before it was cut off. */
  #longestAt(text: string, at: number): SecretPlace | undefined {
    const index = this.#lastBefore(text, at);
    const shared = this.#sharedWith(index, text, at);
    let whole = index;
    while (whole >= 0 && (this.#forms[whole]?.length ?? 0) > shared) whole = this.#inner[whole] ?? -1;
    const form = this.#forms[whole];
    if (form !== undefined) return placeAt(form, at, form.length);
    const next = this.#sharedWith(index + 1, text, at);
    const cut = Math.max(shared, next);
    const isCut = cut >= decisive && (at + cut === text.length || text[at + cut] === "…");
    return isCut ? placeAt(this.#forms[next > shared ? index + 1 : index] ?? "", at, cut) : undefined;
  }

  /** The number of the last form that is not after the text at a place. */
  #lastBefore(text: string, at: number): number {
    let [low, high] = [-1, this.#forms.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const form = this.#forms[middle] ?? "";
      const shared = this.#sharedWith(middle, text, at);
      const isBefore = shared === form.length || form.charCodeAt(shared) < text.charCodeAt(at + shared);
      if (isBefore) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The number of characters that a form has in common with the text at a place. */
  #sharedWith(index: number, text: string, at: number): number {
    const form = this.#forms[index] ?? "";
    let shared = 0;
    while (shared < form.length && form.charCodeAt(shared) === text.charCodeAt(at + shared)) shared++;
    this.#compared += shared;
    return shared;
  }
}

/** The base of a hash that moves along a text letter by letter, and its power for the letter that leaves. */
const base = 257;
const highest = Array.from({ length: window - 1 }).reduce<number>((power) => Math.imul(power, base), 1);

/** The hash of a text's first characters. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < window; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}
