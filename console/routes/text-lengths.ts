import { ConsoleRefusal } from "../accounts/refusal.ts";
import { longestProfile } from "../partners/profile.ts";
import { passwordLength } from "../vault/passwords.ts";
import { longestDocument, longestPact } from "../watch/revisions.ts";

/** How many characters a field of a form or of a body has at most. */
const maxLengths: Readonly<Record<string, number>> = {
  document: longestDocument,
  pact: longestPact,
  profile: longestProfile,
  yaml: longestProfile,
  "connect.body": 4_000,
  "resources.body": 4_000,
  "calls.body": 4_000,
  email: 200,
  password: passwordLength.most,
};

/** What all others have: an address has no more. */
const usualLength = 2_000;

/** How often a field is given at most. */
const maxValues = 100;

/** The values of a field, unless there are too many, or one is too long. */
export function boundedTexts(name: string, texts: string[]): string[] {
  const max = Object.hasOwn(maxLengths, name) ? (maxLengths[name] ?? 0) : usualLength;
  if (texts.length > maxValues)
    throw new ConsoleRefusal("bad-input", `${name}: give at most ${maxValues} values`, name);
  if (texts.some(({ length }) => length > max))
    throw new ConsoleRefusal("bad-input", `${name}: give at most ${max} characters`, name);
  return texts;
}
