/**
 * A secret and its near misses, each with the shell expansion of the variable that gives it: as it is, without its last letter, and with the
 * case of its letters swapped. Proofs send the near misses as wrong tokens, and each would give the secret away.
 */
export function spellings(key: string, secret: string, hasNearMisses = true): [form: string, expansion: string][] {
  const name = key.toUpperCase().replaceAll(/\W/g, "_");
  const near: [string, string][] =
    secret.length < 8 || !hasNearMisses
      ? []
      : [
          [secret.slice(0, -1), `${name}%?`],
          [swapped(secret), `${name}~~`],
        ];
  return [[secret, name], ...near.filter(([form]) => form !== secret)];
}

/** A text with the case of its letters swapped. */
export const swapped = (text: string): string =>
  [...text]
    .map((character) => (character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase()))
    .join("");

/** The forms of a secret that taking escapes away does not undo: blanks as plus signs, hexadecimal, and base64, alone or inside a longer text. */
export function formsOf(secret: string): Set<string> {
  const forms = [secret, secret.replaceAll(" ", "+")];
  if (secret.length < shortestInside) return new Set([...forms, Buffer.from(secret).toString("base64")]);
  const escaped = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  return new Set([...forms, Buffer.from(secret).toString("hex"), ...[...escaped].flatMap(base64Of)]);
}

/** As long as a secret must be so that its base64 does not stand inside other words by chance. */
const shortestInside = 8;

const base64Of = (text: string): string[] =>
  (["base64", "base64url"] as const).flatMap((encoding) => [
    Buffer.from(text).toString(encoding),
    ...[0, 1, 2].map((offset) => base64Inside(text, offset, encoding)),
  ]);

/** The base64 form of a secret inside a longer text, without the characters that depend on the text around it. */
function base64Inside(secret: string, offset: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const first = Math.ceil((offset * 8) / 6);
  return bytes.toString(encoding).slice(first, Math.floor((bytes.length * 8) / 6));
}
