import { UsageError } from "../../../base/errors.ts";
import type { OpenDocument } from "./document.ts";
import { operationsOf } from "./operations.ts";
import { type DocumentPlace, fieldsAt, formatPlace, listBelow } from "./place.ts";

/** Refuses a document that contradicts itself, since no comparison with it would be right. */
export function checkFacts(document: OpenDocument): void {
  const labels = new Map<string, string>();
  for (const { kind, key, path, place, item, label } of operationsOf(document)) {
    const twin = kind === "operation" ? labels.get(key) : undefined;
    if (twin) throw new UsageError(`${formatPlace(place)}: ${label} is ${twin} by another name; keep one of them`);
    labels.set(key, label);
    const names = [item, place].flatMap((holder) => checkParameters(holder, document));
    if (kind === "operation") checkTemplate(path, names, place);
  }
}

/** Every name in a path's template is a parameter. */
function checkTemplate(path: string, names: string[], place: DocumentPlace): void {
  const templated = [...path.matchAll(/\{([^{}]*)\}/g)];
  const missing = templated.find(([, name = ""]) => !names.includes(`path parameter ${name}`));
  if (missing) throw new UsageError(`${formatPlace(place)}: the path parameter ${missing[1]} is not described; add it`);
}

/** No parameter stands twice in a list, and each says what its values are; returns their names. */
function checkParameters(holder: DocumentPlace, document: OpenDocument): string[] {
  const names = new Set<string>();
  const parameters = listBelow(holder, "parameters");
  for (const parameter of parameters) {
    const { name, in: location } = fieldsAt(document.follow(parameter));
    const key = `${String(location)} parameter ${String(name)}`;
    if (names.has(key)) throw new UsageError(`${formatPlace(parameter)}: the ${key} is there twice; keep one of them`);
    names.add(key);
  }
  for (const parameter of parameters) {
    const { name, schema, content } = fieldsAt(document.follow(parameter));
    if (schema === undefined && content === undefined)
      throw new UsageError(
        `${formatPlace(parameter)}: the parameter ${String(name)} has neither schema nor content; add one`,
      );
  }
  return [...names];
}
