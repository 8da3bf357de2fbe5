import { describeSchema } from "../../../base/text/sentences.ts";
import type { Schema } from "../../../specs/operations.ts";
import { matches } from "../../../specs/validate.ts";
import { flatten, isSchema, propertiesOf, typesIn, valuesIn } from "./combined-schemas.ts";

/** The keys by which a schema says what a value is. */
const describingKeys = ["not", "x-is", "const", "enum", "type"];

type Condition = { if: Schema; then?: Schema; else?: Schema };

/** The specification's promise of one place of a body: every schema that holds there. Results are remembered. */
export class PromisedValue {
  readonly #schemas: readonly Schema[];
  readonly #conditions: readonly Condition[];
  /** True if the specification says anything of it. */
  readonly isKnown: boolean;
  /** The alternatives of which one holds; empty where there is no choice. */
  readonly alternatives: readonly PromisedValue[];
  readonly #fields = new Map<string, PromisedValue>();
  readonly #settled = new Map<string, PromisedValue>();
  #item: PromisedValue | undefined;
  #types: { list: string[] | undefined } | undefined;
  #values: { list: unknown[] | undefined } | undefined;

  constructor(schemas: readonly Schema[]) {
    this.#schemas = schemas.flatMap(flatten);
    this.isKnown = this.#schemas.some((schema) => Object.keys(schema).some((key) => !/^(x-|description$)/.test(key)));
    this.#conditions = this.#schemas.filter((schema) => schema.if) as unknown as Condition[];
    const choice = this.#schemas.find((schema) => schema.anyOf ?? schema.oneOf);
    const { anyOf, oneOf, ...rest } = choice ?? {};
    const others = this.#schemas.filter((schema) => schema !== choice);
    this.alternatives = ((anyOf ?? oneOf ?? []) as Schema[]).map(
      (alternative) => new PromisedValue([...others, rest, alternative]),
    );
  }

  /** The promise once some fields are known to have certain values. */
  given(values: Readonly<Record<string, unknown>>): PromisedValue {
    if (this.#conditions.length === 0) return this;
    const branches = this.#conditions.map((condition) =>
      matches(condition.if, values) ? condition.then : condition.else,
    );
    const key = branches.map((branch, index) => (branch === this.#conditions[index]?.then ? "t" : "e")).join("");
    const others = this.#schemas.map((schema) => ({ ...schema, if: undefined }));
    const settled = this.#settled.get(key) ?? new PromisedValue([...others, ...branches.filter(isSchema)]);
    this.#settled.set(key, settled);
    return settled;
  }

  /** The promise of a field; undefined where there is none. */
  field(name: string): PromisedValue | undefined {
    const known = this.#fields.get(name);
    if (known) return known;
    const named = this.#schemas
      .map(propertiesOf)
      .flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name] ?? {}] : []));
    const schemas =
      named.length > 0 ? named : this.#schemas.map((schema) => schema.additionalProperties).filter(isSchema);
    if (schemas.length === 0) return undefined;
    const field = new PromisedValue(schemas);
    this.#fields.set(name, field);
    return field;
  }

  /** The promise of the items of an array. */
  get item(): PromisedValue {
    this.#item ??= new PromisedValue(this.#schemas.map(({ items }) => items).filter(isSchema));
    return this.#item;
  }

  /** True if a field is always there. */
  requires(name: string): boolean {
    return this.#schemas.some(
      ({ required, additionalProperties }) =>
        (required as string[] | undefined)?.includes(name) ?? isSchema(additionalProperties),
    );
  }

  /** The query that would bring this field; empty where none does, undefined where it is not forbidden. */
  get absentUnless(): string | undefined {
    const forbidding = this.#schemas.find((schema) => schema.not && Object.keys(schema.not).length === 0);
    if (!forbidding) return undefined;
    const { query, is } = (forbidding["x-present-when"] ?? {}) as { query?: string; is?: string };
    return query ? `${query}=${is}` : "";
  }

  /** True if the specification names its fields at all. */
  get isShown(): boolean {
    return this.#schemas.some((schema) => Object.keys(propertiesOf(schema)).length > 0 || schema.maxProperties === 0);
  }

  /** The types that a value can have; undefined where every type is possible. */
  get types(): string[] | undefined {
    this.#types ??= { list: typesIn(this.#schemas) };
    return this.#types.list;
  }

  /** The types without those that can only be empty: null, and a string or object that must be empty. */
  get fullTypes(): string[] {
    const isEmpty = (type: string): boolean =>
      type === "null" ||
      this.#schemas.some(
        (schema) => (type === "string" && schema.maxLength === 0) || (type === "object" && schema.maxProperties === 0),
      );
    return (this.types ?? []).filter((type) => !isEmpty(type));
  }

  /** The values that it can have, where they are listed. */
  get values(): unknown[] | undefined {
    this.#values ??= { list: valuesIn(this.#schemas) };
    return this.#values.list;
  }

  /** True if texts of every form are possible. */
  get isFreeText(): boolean {
    const limiting = ["pattern", "format", "minLength", "maxLength", "enum", "const"];
    return !this.#schemas.some((schema) => limiting.some((key) => key in schema));
  }

  /** The names of the fields that are always there. */
  get requiredNames(): string[] {
    return [...new Set(this.#schemas.flatMap(({ required }) => (required as string[] | undefined) ?? []))];
  }

  /** The number of items that an array can have. */
  get maxItems(): number {
    return Math.min(
      ...this.#schemas.map(({ maxItems }) => (typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY)),
    );
  }

  /** The number of items that an array has at least. */
  get fewestItems(): number {
    return Math.max(0, ...this.#schemas.map(({ minItems }) => (typeof minItems === "number" ? minItems : 0)));
  }

  /** The codes of which one stands somewhere in a body whose shape is not shown. */
  get codes(): string[] {
    return this.#schemas.flatMap((schema) => Object.values((schema["x-names"] ?? {}) as Record<string, string>).flat());
  }

  /** True if a single value is allowed here. */
  fits(value: unknown): boolean {
    return this.#schemas.every((schema) => matches(schema, value));
  }

  get requirement(): string | undefined {
    return this.#schemas.findLast((schema) => schema["x-requirement"])?.["x-requirement"] as string | undefined;
  }

  get says(): string {
    const describing = this.#schemas.findLast((schema) => describingKeys.some((key) => key in schema));
    return describing ? describeSchema(describing) : "a value that is not shown";
  }
}
