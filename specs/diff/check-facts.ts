import { UsageError } from "../blame.ts";
import { operationsOf } from "./operations.ts";
import { below, fieldsOf, listBelow, type Place, spot } from "./place.ts";
import { schemesOf } from "./security-schemes.ts";
import type { Sources } from "./sources.ts";

/** Refuses a document that contradicts itself, since no comparison with it would be right. */
export function checkFacts(sources: Sources): void {
  checkSecurity(sources.root, sources);
  const seen = new Map<string, string>();
  for (const { kind, key, place, item, label } of operationsOf(sources)) {
    const known = kind === "operation" ? seen.get(key) : undefined;
    if (known) throw new UsageError(`${spot(place)}: ${label} is ${known} by another name; keep one of them`);
    seen.set(key, label);
    checkSecurity(place, sources);
    for (const holder of [item, place]) checkParameters(holder, sources);
  }
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

/** No parameter stands twice in a list. */
function checkParameters(holder: Place, sources: Sources): void {
  const seen = new Set<string>();
  for (const one of listBelow(holder, "parameters")) {
    const { name, in: kind } = fieldsOf(sources.follow(one));
    const key = `${String(kind)} parameter ${String(name)}`;
    if (seen.has(key)) throw new UsageError(`${spot(one)}: the ${key} is there twice; keep one of them`);
    seen.add(key);
  }
}
