import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../../specs/operations.ts";

/** A schema and all that it combines by `allOf`, as one list. */
export const flatten = ({ allOf, ...rest }: Schema): Schema[] => [
  rest,
  ...((allOf ?? []) as Schema[]).flatMap(flatten),
];

export const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

export const propertiesOf = ({ properties }: Schema) => (properties ?? {}) as Record<string, Schema>;

/** The types that every schema allows; undefined where none names a type. */
export function typesIn(schemas: readonly Schema[]): string[] | undefined {
  const lists = schemas.flatMap((schema) => (schema.type ? [[schema.type].flat() as string[]] : []));
  const [first, ...others] = lists;
  const isAllowed = (type: string, list: string[]): boolean =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  return first?.filter((type) => others.every((list) => isAllowed(type, list)));
}

/** The values that every schema allows; undefined where none lists values. */
export function valuesIn(schemas: readonly Schema[]): unknown[] | undefined {
  const [first, ...others] = schemas.flatMap((schema) => listedValues(schema) ?? []);
  return first?.filter((value) => others.every((list) => list.some((listed) => isDeepStrictEqual(listed, value))));
}

/** The values that a schema lists, wrapped so that lists of several schemas stay apart. */
function listedValues(schema: Schema): [unknown[]] | undefined {
  if ("const" in schema) return [[schema.const]];
  return Array.isArray(schema.enum) ? [schema.enum as unknown[]] : undefined;
}
