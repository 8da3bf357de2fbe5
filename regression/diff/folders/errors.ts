import type { Differences } from "../differences/differences.ts";
import { below, type Fields, fieldsAt, type PlacePair } from "../documents/place.ts";
import { namesIn, type TellOfRow, tellOfRow } from "./row-differences.ts";

/** Compares the documented errors: their codes, and the headers that they carry. */
export function compareErrors(around: PlacePair, differences: Differences): void {
  for (const status of namesIn(Object.keys(fieldsAt(around.old)), Object.keys(fieldsAt(around.new)))) {
    const [oldPlace, newPlace] = [below(around.old, status), below(around.new, status)];
    const tell = tellOfRow(differences, { about: `The error ${status}`, old: oldPlace, new: newPlace, around });
    if (!oldPlace) tell("error-added", "is new");
    else if (!newPlace) tell("error-removed", "is gone");
    else compareError(fieldsAt(oldPlace), fieldsAt(newPlace), tell);
  }
}

function compareError(old: Fields, fresh: Fields, tell: TellOfRow): void {
  if (old.code !== fresh.code) tell("error-code-changed", `now has ${codeIn(fresh)} instead of ${codeIn(old)}`, "code");
  compareFieldCodes(fieldCodesOf(old), fieldCodesOf(fresh), tell);
  const [before, after] = [headersOf(old), headersOf(fresh)];
  for (const name of before)
    if (!after.includes(name)) tell("error-header-removed", `no longer carries ${name}`, "headers");
  for (const name of after) if (!before.includes(name)) tell("error-header-added", `now carries ${name}`, "headers");
}

const codeIn = ({ code }: Fields): string => (code === undefined ? "no code" : `the code ${String(code)}`);
const fieldCodesOf = ({ field_codes: codes }: Fields) => new Map(Object.entries((codes ?? {}) as Fields));
const headersOf = ({ headers }: Fields): string[] => (Array.isArray(headers) ? headers.map(String) : []);

function compareFieldCodes(before: Map<string, unknown>, after: Map<string, unknown>, tell: TellOfRow): void {
  for (const [name, oldCode] of before) {
    const newCode = after.get(name);
    if (!after.has(name)) tell("error-code-removed", `no longer has a field code for ${name}`, "field_codes");
    else if (newCode !== oldCode) {
      const says = `now has the field code ${String(newCode)} for ${name} instead of ${String(oldCode)}`;
      tell("error-code-changed", says, "field_codes");
    }
  }
  for (const [name, code] of after)
    if (!before.has(name)) tell("error-code-added", `has a new field code ${String(code)}`, "field_codes");
}
