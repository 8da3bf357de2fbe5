import type { Differences } from "../differences/differences.ts";
import { below, type Fields, fieldsAt, type PlacePair } from "../documents/place.ts";
import { namesIn, type ReportRow, rowReporter } from "./row-differences.ts";

/** Compares the documented errors: their codes, and the headers that they carry. */
export function compareErrors(around: PlacePair, differences: Differences): void {
  for (const status of namesIn(Object.keys(fieldsAt(around.old)), Object.keys(fieldsAt(around.new)))) {
    const [oldPlace, newPlace] = [below(around.old, status), below(around.new, status)];
    const report = rowReporter(differences, { about: `The error ${status}`, old: oldPlace, new: newPlace, around });
    if (!oldPlace) report("error-added", "is new");
    else if (!newPlace) report("error-removed", "is gone");
    else compareError(fieldsAt(oldPlace), fieldsAt(newPlace), report);
  }
}

function compareError(old: Fields, fresh: Fields, report: ReportRow): void {
  if (old.code !== fresh.code)
    report("error-code-changed", `now has ${codeIn(fresh)} instead of ${codeIn(old)}`, "code");
  compareFieldCodes(fieldCodesOf(old), fieldCodesOf(fresh), report);
  const [before, after] = [headersOf(old), headersOf(fresh)];
  for (const name of before)
    if (!after.includes(name)) report("error-header-removed", `no longer carries ${name}`, "headers");
  for (const name of after) if (!before.includes(name)) report("error-header-added", `now carries ${name}`, "headers");
}

const codeIn = ({ code }: Fields): string => (code === undefined ? "no code" : `the code ${String(code)}`);
const fieldCodesOf = ({ field_codes: codes }: Fields) => new Map(Object.entries((codes ?? {}) as Fields));
const headersOf = ({ headers }: Fields): string[] => (Array.isArray(headers) ? headers.map(String) : []);

function compareFieldCodes(before: Map<string, unknown>, after: Map<string, unknown>, report: ReportRow): void {
  for (const [name, oldCode] of before) {
    const newCode = after.get(name);
    if (!after.has(name)) report("error-code-removed", `no longer has a field code for ${name}`, "field_codes");
    else if (newCode !== oldCode) {
      const says = `now has the field code ${String(newCode)} for ${name} instead of ${String(oldCode)}`;
      report("error-code-changed", says, "field_codes");
    }
  }
  for (const [name, code] of after)
    if (!before.has(name)) report("error-code-added", `has a new field code ${String(code)}`, "field_codes");
}
