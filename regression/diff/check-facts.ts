import { UsageError } from "../../base/errors.ts";
import { below, fieldsOf, listBelow, type Place, spot } from "../../base/place.ts";
import { operationsOf } from "./operations.ts";
import { schemesOf } from "./security-schemes.ts";
import type { Sources } from "./sources.ts";

/** Refuses a document that contradicts itself, since no comparison with it would be right. */
export function checkFacts(sources: Sources): void {
  checkSecurity(sources.root, sources);
  const seen = new Map<string, string>();
  for (const { kind, key, path, place, item, label } of operationsOf(sources)) {
    const known = kind === "operation" ? seen.get(key) : undefined;
    if (known) throw new UsageError(`${spot(place)}: ${label} is ${known} by another name; keep one of them`);
    seen.set(key, label);
    checkSecurity(place, sources);
    const names = [item, place].flatMap((holder) => checkParameters(holder, sources));
    if (kind === "operation") checkTemplate(path, names, place);
  }
}

/** Every name in a path's template is a parameter. */
function checkTemplate(path: string, names: string[], place: Place): void {
  const templated = [...path.matchAll(/\{([^{}]*)\}/g)];
  const missing = templated.find(([, name = ""]) => !names.includes(`path parameter ${name}`));
  if (missing) throw new UsageError(`${spot(place)}: the path parameter ${missing[1]} is not described; add it`);
}

/** Every scheme that is asked for is defined. */
function checkSecurity(holder: Place, sources: Sources): void {
  if (!below(holder, "security")) return;
  const known = new Set(schemesOf(sources).map(([name]) => name));
  for (const way of listBelow(holder, "security"))
    for (const name of Object.keys(fieldsOf(way)))
      if (!known.has(name))
        throw new UsageError(`${spot(way)}: asks for ${name}, which is not among components.securitySchemes`);
}

/** No parameter stands twice in a list, and each says what its values are. */
function checkParameters(holder: Place, sources: Sources): string[] {
  const seen = new Set<string>();
  const parameters = listBelow(holder, "parameters");
  for (const one of parameters) {
    const { name, in: kind } = fieldsOf(sources.follow(one));
    const key = `${String(kind)} parameter ${String(name)}`;
    if (seen.has(key)) throw new UsageError(`${spot(one)}: the ${key} is there twice; keep one of them`);
    seen.add(key);
  }
  for (const one of parameters) {
    const { name, schema, content } = fieldsOf(sources.follow(one));
    if (schema === undefined && content === undefined)
      throw new UsageError(`${spot(one)}: the parameter ${String(name)} has neither schema nor content; add one`);
  }
  return [...seen];
}
