import { isRecord } from "../../base/json.ts";
import { below, canonical, fieldsOf, namedBelow, type Place } from "../../base/place.ts";
import type { Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

/** Compares the definitions of a scheme, told at each operation that uses it. */
export function compareScheme(scene: Scene, name: string, newName: string, operation: string): void {
  const find = (sources: Scene["old"], called: string) => {
    const found = schemesOf(sources).find(([its]) => its === called);
    return found && sources.follow(found[1]);
  };
  const [old, fresh] = [find(scene.old, name), find(scene.new, newName)];
  if (!old || !fresh) return;
  const [before, after] = [fieldsOf(old), fieldsOf(fresh)];
  const tell = (rule: string, says: string, at = ""): void => {
    const [one, other] = [old, fresh].map((place) => (at && below(place, at)) || place);
    scene.findings.tell({ rule, about: `The security scheme ${newName}`, says, old: one, new: other, operation });
  };
  if (before.type !== after.type) {
    tell(
      "security-scheme-type-changed",
      `is of the type ${String(after.type)} now, and was ${String(before.type)}`,
      "type",
    );
    return;
  }
  if (placeOf(before) !== placeOf(after)) {
    tell(
      "security-scheme-place-changed",
      `is sent in ${placeOf(after, String)} now, and before in ${placeOf(before, String)}`,
    );
  }
  if (lower(before.scheme) !== lower(after.scheme)) {
    tell("security-scheme-kind-changed", `is ${String(after.scheme)} now, and was ${String(before.scheme)}`, "scheme");
  }
  if (before.openIdConnectUrl !== after.openIdConnectUrl) {
    tell("security-scheme-address-changed", `is told of at ${String(after.openIdConnectUrl)} now`, "openIdConnectUrl");
  }
  if (before.bearerFormat !== after.bearerFormat) {
    tell(
      "security-scheme-format-changed",
      `takes tokens of the format ${String(after.bearerFormat ?? "that it likes")} now`,
    );
  }
  compareFlows(old, fresh, tell);
}

const lower = (text: unknown): string => String(text ?? "").toLowerCase();
/** Names of headers are the same in any case of letters. */
const placeOf = ({ type, in: kind, name }: Record<string, unknown>, spell = lower): string =>
  type === "apiKey" ? `the ${String(kind)} ${kind === "header" ? spell(name) : String(name)}` : "";

function compareFlows(old: Place, fresh: Place, tell: (rule: string, says: string, at?: string) => void): void {
  const [before, after] = [old, fresh].map((place) => new Map(namedBelow(place, "flows")));
  if (!before || !after) return;
  for (const name of after.keys())
    if (!before.has(name)) tell("security-scheme-flow-added", `has a new flow ${name}`, "flows");
  for (const [name, flow] of before) {
    const other = after.get(name);
    if (!other) {
      tell("security-scheme-flow-removed", `no longer has the flow ${name}`, "flows");
      continue;
    }
    const [one, its] = [fieldsOf(flow), fieldsOf(other)];
    for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"]) {
      // An address that nobody knew before is not missed.
      if (one[key] !== undefined && one[key] !== its[key]) {
        tell(
          "security-scheme-address-changed",
          `has the ${key} ${String(its[key] ?? "no longer")} in the flow ${name}`,
          "flows",
        );
      }
    }
    const scopes = (place: Place) => new Set(namedBelow(place, "scopes").map(([scope]) => scope));
    const [had, has] = [scopes(flow), scopes(other)];
    for (const scope of had) {
      if (!has.has(scope)) tell("security-scheme-scope-withdrawn", `no longer offers the scope ${scope}`, "flows");
    }
    for (const scope of has) {
      if (!had.has(scope)) tell("security-scheme-scope-added", `offers a new scope ${scope}`, "flows");
    }
  }
}

/** Whether two schemes ask for the same, whatever they are called. */
export function isSameScheme(scene: Scene, old: Place | undefined, fresh: Place | undefined): boolean {
  if (!old || !fresh) return false;
  const essence = (place: Place) => {
    const { description: _, ...rest } = fieldsOf(place);
    return canonical(Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith("x-"))));
  };
  return essence(scene.old.follow(old)) === essence(scene.new.follow(fresh));
}

/** The security schemes of a document by name. */
export function schemesOf(sources: Sources): [string, Place][] {
  const components = below(sources.root, "components");
  return components && isRecord(components.node) ? namedBelow(components, "securitySchemes") : [];
}
