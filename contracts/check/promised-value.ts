import { isDeepStrictEqual } from "node:util";
import { expectation } from "../../base/sentences.ts";
import type { Schema } from "../../specs/operations.ts";
import { matches } from "../../specs/validate.ts";

type Condition = { if: Schema; then?: Schema; else?: Schema };

/** What the specification says of one place of a body: every schema that holds there, read once and kept. */
export class PromisedValue {
  readonly #schemas: readonly Schema[];
  readonly #conditions: readonly Condition[];
  /** Whether anything is said of it. */
  readonly isKnown: boolean;
  /** The alternatives of which one holds; none where there is no choice. */
  readonly alternatives: readonly PromisedValue[];
  readonly #fields = new Map<string, PromisedValue>();
  readonly #settled = new Map<string, PromisedValue>();
  #item: PromisedValue | undefined;
  #types: { list: string[] | undefined } | undefined;
  #values: { list: unknown[] | undefined } | undefined;

  constructor(schemas: readonly Schema[]) {
    this.#schemas = schemas.flatMap(flatten);
    this.isKnown = this.#schemas.some((one) => Object.keys(one).some((key) => !/^(x-|description$)/.test(key)));
    this.#conditions = this.#schemas.filter((one) => one.if) as unknown as Condition[];
    const choice = this.#schemas.find((one) => one.anyOf ?? one.oneOf);
    const { anyOf, oneOf, ...rest } = choice ?? {};
    const others = this.#schemas.filter((one) => one !== choice);
    this.alternatives = ((anyOf ?? oneOf ?? []) as Schema[]).map((one) => new PromisedValue([...others, rest, one]));
  }

  /** What holds once some fields are known to have certain values. */
  given(values: Readonly<Record<string, unknown>>): PromisedValue {
    if (this.#conditions.length === 0) return this;
    const branches = this.#conditions.map((one) => (matches(one.if, values) ? one.then : one.else));
    const key = branches.map((branch, index) => (branch === this.#conditions[index]?.then ? "t" : "e")).join("");
    const others = this.#schemas.map((one) => ({ ...one, if: undefined }));
    const settled = this.#settled.get(key) ?? new PromisedValue([...others, ...branches.filter(isSchema)]);
    this.#settled.set(key, settled);
    return settled;
  }

  /** What is said of a field; undefined where nothing is. */
  field(name: string): PromisedValue | undefined {
    const known = this.#fields.get(name);
    if (known) return known;
    const own = this.#schemas.map(propertiesOf).flatMap((one) => (Object.hasOwn(one, name) ? [one[name] ?? {}] : []));
    const schemas = own.length > 0 ? own : this.#schemas.map((one) => one.additionalProperties).filter(isSchema);
    if (schemas.length === 0) return undefined;
    const field = new PromisedValue(schemas);
    this.#fields.set(name, field);
    return field;
  }

  /** What is said of the items of a list. */
  get item(): PromisedValue {
    this.#item ??= new PromisedValue(this.#schemas.map(({ items }) => items).filter(isSchema));
    return this.#item;
  }

  /** Whether a field is always there. */
  requires(name: string): boolean {
    return this.#schemas.some(
      ({ required, additionalProperties }) =>
        (required as string[] | undefined)?.includes(name) ?? isSchema(additionalProperties),
    );
  }

  /** Where a field is there only when the query asks for it, and this one does not: what would have to be asked. */
  get absentUnless(): string | undefined {
    const forbidding = this.#schemas.find((one) => one.not && Object.keys(one.not).length === 0);
    if (!forbidding) return undefined;
    const { query, is } = (forbidding["x-present-when"] ?? {}) as { query?: string; is?: string };
    return query ? `${query}=${is}` : "";
  }

  /** Whether fields of it are named at all. */
  get isShown(): boolean {
    return this.#schemas.some((one) => Object.keys(propertiesOf(one)).length > 0 || one.maxProperties === 0);
  }

  /** The types that a value can have; undefined where every one is possible. */
  get types(): string[] | undefined {
    this.#types ??= { list: this.#readTypes() };
    return this.#types.list;
  }

  #readTypes(): string[] | undefined {
    const lists = this.#schemas.flatMap((one) => (one.type ? [[one.type].flat() as string[]] : []));
    const [first, ...more] = lists;
    return first?.filter((type) =>
      more.every((list) => list.some((one) => one === type || (one === "number" && type === "integer"))),
    );
  }

  /** The types that come with values of their own; one that is always empty says only that there is nothing. */
  get fullTypes(): string[] {
    const isEmpty = (type: string): boolean =>
      type === "null" ||
      this.#schemas.some(
        (one) => (type === "string" && one.maxLength === 0) || (type === "object" && one.maxProperties === 0),
      );
    return (this.types ?? []).filter((type) => !isEmpty(type));
  }

  /** The values that it can have, where they are listed. */
  get values(): unknown[] | undefined {
    this.#values ??= { list: this.#readValues() };
    return this.#values.list;
  }

  #readValues(): unknown[] | undefined {
    const lists = this.#schemas.flatMap((one) =>
      "const" in one ? [[one.const]] : Array.isArray(one.enum) ? [one.enum as unknown[]] : [],
    );
    const [first, ...more] = lists;
    return first?.filter((value) => more.every((list) => list.some((one) => isDeepStrictEqual(one, value))));
  }

  /** Whether texts of every form are possible. */
  get isFreeText(): boolean {
    return !this.#schemas.some((one) =>
      ["pattern", "format", "minLength", "maxLength", "enum", "const"].some((key) => key in one),
    );
  }

  /** How many items a list has at most. */
  get mostItems(): number {
    return Math.min(
      ...this.#schemas.map(({ maxItems }) => (typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY)),
    );
  }

  /** The codes that stand somewhere in a body whose shape is not shown. */
  get names(): string[] {
    return this.#schemas.flatMap((one) => Object.values((one["x-names"] ?? {}) as Record<string, string>).flat());
  }

  /** Whether a single value can stand here. */
  fits(value: unknown): boolean {
    return this.#schemas.every((one) => matches(one, value));
  }

  get requirement(): string | undefined {
    return this.#schemas.findLast((one) => one["x-requirement"])?.["x-requirement"] as string | undefined;
  }

  /** What it is, in a few words. */
  get says(): string {
    const said = this.#schemas.findLast((one) => expectation(one) !== "a value");
    return said ? expectation(said) : "a value that is not shown";
  }
}

const flatten = ({ allOf, ...rest }: Schema): Schema[] => [rest, ...((allOf ?? []) as Schema[]).flatMap(flatten)];
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const propertiesOf = ({ properties }: Schema) => (properties ?? {}) as Record<string, Schema>;
