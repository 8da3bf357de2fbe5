import type { Schema } from "../../base/formats/json-schema.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";

/** The values that a form, a body or a query may have under one name: by JSON Schema, and as they are read. */
export interface Field<T> {
  schema: Schema;
  isOptional?: true;
  /** The value; throws a sentence that says what to give. */
  read: (given: unknown) => T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

class Misfit extends Error {}

const misfit = (what: string): never => {
  throw new Misfit(what);
};

/** Addresses and sentences have no more characters. */
const usualLength = 2_000;

/** A text. */
export const text = (maxLength = usualLength): Field<string> => ({
  schema: { type: "string", maxLength },
  read: (given) =>
    typeof given === "string" && given.length <= maxLength ? given : misfit(`give at most ${maxLength} characters`),
});

/** A document, as text or as JSON. */
export const document = (maxLength: number): Field<string> => ({
  schema: { type: ["string", "object"], maxLength },
  read: (given) => text(maxLength).read(typeof given === "object" ? JSON.stringify(given) : given),
});

/** Several texts. */
export const texts = (maxItems = 100): Field<string[]> => ({
  schema: { type: "array", items: text().schema, maxItems },
  read: (given) => {
    const all: unknown[] = [given].flat();
    return all.length <= maxItems ? all.map((one) => text().read(one)) : misfit(`give at most ${maxItems} values`);
  },
});

/** One of some words. */
export const oneOf = <const T extends string>(words: readonly T[]): Field<T> => ({
  schema: { enum: words },
  read: (given) => words.find((word) => word === given) ?? misfit(`give one of ${words.join(", ")}`),
});

/** A whole number; forms send it as text. */
export const integer = (minimum: number, maximum: number): Field<number> => ({
  schema: { type: "integer", minimum, maximum },
  read: (given) => {
    const number = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
    return typeof number === "number" && Number.isInteger(number) && number >= minimum && number <= maximum
      ? number
      : misfit(`give a whole number from ${minimum} to ${maximum}`);
  },
});

/** Makes a field one that may be left out, or empty. */
export const optional = <T>({ schema, read }: Field<T>): Field<T | undefined> => ({
  schema,
  isOptional: true,
  read: (given) => (given === undefined || given === null || given === "" ? undefined : read(given)),
});

/** The number of the line before which a page of a list ends. */
export const beforeLine = optional(integer(0, Number.MAX_SAFE_INTEGER));

/** The values of some fields; the first that does not fit is refused. */
export function readFields<F extends Fields>(fields: F, given: Readonly<Record<string, unknown>>): ValuesOf<F> {
  const values = Object.entries(fields).map(([name, field]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && !field.isOptional) throw new ConsoleRefusal("bad-input", `${name}: it is missing`, name);
    try {
      return [name, field.read(value)];
    } catch (error) {
      throw error instanceof Misfit ? new ConsoleRefusal("bad-input", `${name}: ${error.message}`, name) : error;
    }
  });
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** Fields as the JSON Schema of a body. */
export const bodySchema = (fields: Fields): Schema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.keys(fields).filter((name) => !fields[name]?.isOptional),
});
