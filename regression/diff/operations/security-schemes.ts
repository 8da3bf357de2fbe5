import { canonical } from "../documents/canonical.ts";
import type { OpenDocument } from "../documents/document.ts";
import { below, type DocumentPlace, fieldsAt, namedBelow } from "../documents/place.ts";
import { schemesOf } from "../documents/security-schemes.ts";
import type { DocumentComparison } from "./document-comparison.ts";

type ReportScheme = (rule: string, says: string, key?: string) => void;

/** Compares the definitions of a scheme, reported at each operation that uses it. */
export function compareScheme(
  comparison: DocumentComparison,
  oldName: string,
  newName: string,
  operation: string,
): void {
  const [old, fresh] = [schemeAt(comparison.old, oldName), schemeAt(comparison.new, newName)];
  if (!old || !fresh) return;
  const [before, after] = [fieldsAt(old), fieldsAt(fresh)];
  const report: ReportScheme = (rule, says, key) =>
    comparison.differences.add({
      rule,
      about: `The security scheme ${newName}`,
      says,
      old: (key && below(old, key)) || old,
      new: (key && below(fresh, key)) || fresh,
      operation,
    });
  if (before.type !== after.type) {
    const says = `is now of the type ${String(after.type)} instead of ${String(before.type)}`;
    report("security-scheme-type-changed", says, "type");
    return;
  }
  if (keyPlace(before) !== keyPlace(after)) {
    const says = `is now sent in ${keyPlace(after, String)} instead of ${keyPlace(before, String)}`;
    report("security-scheme-place-changed", says);
  }
  if (lower(before.scheme) !== lower(after.scheme)) {
    const says = `is now ${String(after.scheme)} instead of ${String(before.scheme)}`;
    report("security-scheme-kind-changed", says, "scheme");
  }
  if (before.openIdConnectUrl !== after.openIdConnectUrl) {
    const says = `is now described at ${String(after.openIdConnectUrl)}`;
    report("security-scheme-address-changed", says, "openIdConnectUrl");
  }
  if (before.bearerFormat !== after.bearerFormat) {
    const format = after.bearerFormat === undefined ? "any format" : `the format ${String(after.bearerFormat)}`;
    report("security-scheme-format-changed", `now takes tokens of ${format}`);
  }
  compareFlows(old, fresh, report);
}

function schemeAt(document: OpenDocument, name: string): DocumentPlace | undefined {
  const place = new Map(schemesOf(document)).get(name);
  return place && document.follow(place);
}

const lower = (text: unknown): string => String(text ?? "").toLowerCase();

/** Where an API key is sent; the names of headers are the same in any case of letters. */
const keyPlace = ({ type, in: location, name }: Record<string, unknown>, spell = lower): string =>
  type === "apiKey" ? `the ${String(location)} ${location === "header" ? spell(name) : String(name)}` : "";

/** The addresses of an OAuth flow. */
const addresses = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];

function compareFlows(old: DocumentPlace, fresh: DocumentPlace, report: ReportScheme): void {
  const [before, after] = [new Map(namedBelow(old, "flows")), new Map(namedBelow(fresh, "flows"))];
  for (const name of after.keys())
    if (!before.has(name)) report("security-scheme-flow-added", `has a new flow ${name}`, "flows");
  for (const [name, oldFlow] of before) {
    const newFlow = after.get(name);
    if (newFlow) compareFlow(name, oldFlow, newFlow, report);
    else report("security-scheme-flow-removed", `no longer has the flow ${name}`, "flows");
  }
}

function compareFlow(name: string, old: DocumentPlace, fresh: DocumentPlace, report: ReportScheme): void {
  const [before, after] = [fieldsAt(old), fieldsAt(fresh)];
  for (const key of addresses) {
    // An address that no one knew before is not missed.
    if (before[key] === undefined || before[key] === after[key]) continue;
    const says =
      after[key] === undefined
        ? `no longer has the ${key} in the flow ${name}`
        : `now has the ${key} ${String(after[key])} in the flow ${name}`;
    report("security-scheme-address-changed", says, "flows");
  }
  const scopesOf = (flow: DocumentPlace) => new Set(namedBelow(flow, "scopes").map(([scope]) => scope));
  const [oldScopes, newScopes] = [scopesOf(old), scopesOf(fresh)];
  for (const scope of oldScopes)
    if (!newScopes.has(scope))
      report("security-scheme-scope-withdrawn", `no longer offers the scope ${scope}`, "flows");
  for (const scope of newScopes)
    if (!oldScopes.has(scope)) report("security-scheme-scope-added", `offers a new scope ${scope}`, "flows");
}

/** True if two schemes ask for the same, whatever they are called. */
export function isSameScheme(
  comparison: DocumentComparison,
  old: DocumentPlace | undefined,
  fresh: DocumentPlace | undefined,
): boolean {
  if (!old || !fresh) return false;
  const essenceOf = (place: DocumentPlace) => {
    const { description: _, ...rest } = fieldsAt(place);
    return canonical(Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith("x-"))));
  };
  return essenceOf(comparison.old.follow(old)) === essenceOf(comparison.new.follow(fresh));
}
