/** A value that a step takes from an earlier answer: what it was then, and the variable that holds it now. */
export interface CarriedValue {
  value: string;
  variable: string;
}

/** A secret as a record writes it: the variable's name, or an expansion of it for a near miss. */
const secret = /\$(?<name>[A-Z][A-Z0-9_]*)|\$\{(?<nearName>[A-Z][A-Z0-9_]*)(?<near>%\?|~~)\}/g;

/** A text in quotes that the shell takes as it is. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A shell word that means a text, with the variables in it that stand for known secrets. */
export function shellWord(text: string, secrets: ReadonlySet<string>): string {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(secret)) {
    const { name, nearName, near } = match.groups ?? {};
    if (!secrets.has(name ?? nearName ?? "")) continue;
    if (match.index > from) pieces.push(quoted(text.slice(from, match.index)));
    pieces.push(near === "~~" ? `"$(swapped "$${nearName}")"` : `"${match[0]}"`);
    from = match.index + match[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push(quoted(text.slice(from)));
  return pieces.join("");
}

/** The variables that stand in a text for known secrets, and whether a secret stands there as it is. */
export const secretsIn = (text: string, secrets: ReadonlySet<string>): { name: string; isExact: boolean }[] =>
  [...text.matchAll(secret)].flatMap(({ groups: { name, nearName } = {} }) => {
    const found = name ?? nearName ?? "";
    return secrets.has(found) ? [{ name: found, isExact: name !== undefined }] : [];
  });

/** A text on the standard input of a command. */
export function hereDocument(text: string): string {
  // One character longer than whatever looks like it in the text.
  const taken = [...text.matchAll(/END_*/g)].reduce((longest, [match]) => Math.max(longest, match.length), 2);
  const end = "END".padEnd(taken + 1, "_");
  return `<< '${end}'\n${text}\n${end}`;
}

/** A text that fits into a comment. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ");
