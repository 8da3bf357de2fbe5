import { below, fieldsOf, namedBelow, type Place } from "../../base/place.ts";
import type { Findings } from "./findings.ts";
import type { PlainRule } from "./rules.ts";

/** Compares how versions are selected. */
export function compareVersioning(old: Place, fresh: Place, findings: Findings): void {
  for (const key of ["accept", "content_type"]) {
    const [one, other] = [below(old, key), below(fresh, key)];
    if (one?.node === other?.node) continue;
    findings.tell({
      rule: "media-type-changed",
      about: `The media type ${key}`,
      says: `is ${String(other?.node ?? "no longer told")} now, and was ${String(one?.node ?? "not told")}`,
      old: one ?? old,
      new: other ?? fresh,
    });
  }
  const [before, after] = [new Map(namedBelow(old, "paths")), new Map(namedBelow(fresh, "paths"))];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(name), after.get(name)];
    const tell = (rule: PlainRule, says: string) =>
      findings.tell({ rule, about: `The version ${name}`, says, old: one ?? old, new: other ?? fresh });
    if (!one) tell("version-added", "is new");
    else if (!other) tell("version-withdrawn", "is gone");
    else {
      const [was, is] = [fieldsOf(one), fieldsOf(other)];
      if (was.prefix !== is.prefix) {
        tell(
          "version-prefix-changed",
          `has the prefix ${String(is.prefix ?? "")} now, and before ${String(was.prefix ?? "")}`,
        );
      }
      if (was.live !== false && is.live === false) tell("version-withdrawn", "is not live any more");
      if (was.live === false && is.live !== false) tell("version-went-live", "is live now");
    }
  }
}

/** Compares the documented errors: their codes, and the headers that they carry. */
export function compareErrors(old: Place, fresh: Place, findings: Findings): void {
  for (const status of new Set([...Object.keys(fieldsOf(old)), ...Object.keys(fieldsOf(fresh))])) {
    const [one, other] = [below(old, status), below(fresh, status)];
    const tell = (rule: PlainRule, says: string, key = "") =>
      findings.tell({
        rule,
        about: `The error ${status}`,
        says,
        old: one ? (below(one, key) ?? one) : old,
        new: other ? (below(other, key) ?? other) : fresh,
      });
    if (!one) tell("error-added", "is new");
    else if (!other) tell("error-removed", "is gone");
    else compareError(fieldsOf(one), fieldsOf(other), tell);
  }
}

type Fields = Record<string, unknown>;

function compareError(old: Fields, fresh: Fields, tell: (rule: PlainRule, says: string, key?: string) => void): void {
  if (old.code !== fresh.code) {
    tell(
      "error-code-changed",
      `has the code ${String(fresh.code ?? "none")} now, and before ${String(old.code ?? "none")}`,
      "code",
    );
  }
  const [codes, newCodes] = [old, fresh].map(({ field_codes: map }) => new Map(Object.entries((map ?? {}) as Fields)));
  for (const [name, code] of codes ?? []) {
    if (!newCodes?.has(name)) tell("error-code-removed", `no longer has a field code for ${name}`, "field_codes");
    else if (newCodes.get(name) !== code) {
      tell(
        "error-code-changed",
        `has the field code ${String(newCodes.get(name))} for ${name} now, and before ${String(code)}`,
        "field_codes",
      );
    }
  }
  for (const [name, code] of newCodes ?? []) {
    if (!codes?.has(name)) tell("error-code-added", `has a new field code ${String(code)}`, "field_codes");
  }
  const headers = ({ headers: list }: Fields) => (Array.isArray(list) ? list.map(String) : []);
  for (const name of headers(old))
    if (!headers(fresh).includes(name)) tell("error-header-removed", `no longer carries ${name}`, "headers");
  for (const name of headers(fresh))
    if (!headers(old).includes(name)) tell("error-header-added", `carries ${name} now`, "headers");
}
