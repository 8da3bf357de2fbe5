import type { Schema } from "../../base/formats/json-schema.ts";
import { type Oracle, oracleIn } from "../ledger/oracles.ts";

/** A place in a documented body: where it is, what may stand there, and the requirements that say so. */
export interface Place {
  /** The way to it; `*` stands for every item of a list. */
  path: readonly string[];
  /** The types that are allowed; none where the document names none. */
  types: readonly string[];
  values: readonly unknown[];
  /** True if what stands there is always empty. */
  isEmpty: boolean;
  /** The requirement of what stands there. */
  requirement: string;
  /** The requirement of its being there; none for what may be left out, and for items. */
  requiredBy?: string;
  /** The requirements from the body down to it. */
  above: readonly string[];
  /** The oracle of the value there; empty where the document names nothing. */
  oracle: Oracle;
  /** True if other places stand below it. */
  isContainer: boolean;
}

/** Every place of a body that a schema describes. */
export const placesOf = (schema: Schema): Place[] => placesBelow([schema], [], [], {});

/** A schema and all that `allOf` adds to it; what holds under a condition alone is left out. */
const partsOf = (schema: Schema): Schema[] => [schema, ...((schema.allOf ?? []) as Schema[]).flatMap(partsOf)];

const requirementOf = (schemas: readonly Schema[]): string =>
  String(schemas.findLast((schema) => schema["x-requirement"])?.["x-requirement"] ?? "");

function placesBelow(
  schemas: readonly Schema[],
  path: readonly string[],
  above: readonly string[],
  inherited: Oracle,
): Place[] {
  const parts = schemas.flatMap(partsOf);
  const here = [...above, ...requirementsIn(parts)];
  const oracle = oracleIn(parts) ?? inherited;
  const names = new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const fields = [...names].flatMap((name) => {
    const own = parts.flatMap(({ properties }): Schema[] => {
      const property = ((properties ?? {}) as Record<string, Schema>)[name];
      return property ? [property] : [];
    });
    const requiring = parts.filter(({ required }) => ((required ?? []) as string[]).includes(name));
    return placesAt(own, [...path, name], here, oracle, requiring.length > 0 ? requirementOf(requiring) : undefined);
  });
  const items = parts.flatMap((part): Schema[] => (part.items ? [part.items as Schema] : []));
  return [...fields, ...(items.length > 0 ? placesAt(items, [...path, "*"], here, oracle) : [])];
}

function placesAt(
  schemas: readonly Schema[],
  path: readonly string[],
  above: readonly string[],
  inherited: Oracle,
  requiredBy?: string,
): Place[] {
  const parts = schemas.flatMap(partsOf);
  const oracle = oracleIn(parts) ?? inherited;
  const below = placesBelow(schemas, path, above, oracle);
  const place: Place = {
    path,
    types: typesOf(parts),
    values: (parts.findLast((part) => part.enum)?.enum ?? []) as unknown[],
    isEmpty: parts.some(({ maxItems }) => maxItems === 0),
    requirement: requirementOf(parts) || (above.at(-1) ?? ""),
    above: [...new Set([...above, ...requirementsIn(parts)])],
    oracle,
    isContainer: below.length > 0,
    ...(requiredBy ? { requiredBy } : {}),
  };
  return [place, ...below];
}

const requirementsIn = (parts: readonly Schema[]): string[] =>
  parts.flatMap((part) => (part["x-requirement"] ? [String(part["x-requirement"])] : []));

/** The types that all parts allow; a whole number is a number. */
function typesOf(parts: readonly Schema[]): string[] {
  const [first = [], ...rest] = parts.flatMap(({ type }) => (type ? [[type].flat() as string[]] : []));
  return first.filter((type) => rest.every((types) => types.includes(type)));
}
