import { readFileSync } from "node:fs";
import type { Schema } from "../../base/formats/json-schema.ts";
import { packageFile } from "../../base/package-file.ts";
import { describeSchema } from "../../base/text/sentences.ts";
import type { ProfileKind } from "./profile-file.ts";

/** A key that a profile may have, as its schema describes it. */
export interface ProfileKey {
  name: string;
  /** Its whole name, such as `urls.base_url`. */
  path: string;
  /** Describes its value in a few words. */
  is: string;
  says: string;
  isRequired: boolean;
  example?: unknown;
  /** The keys below it. */
  keys: ProfileKey[];
}

/** Every key that a kind of profile may have, in the order of its schema. */
export function profileKeys(format: ProfileKind["format"]): ProfileKey[] {
  const file = packageFile(`docs/schemas/${format}.schema.json`);
  const root = JSON.parse(readFileSync(file, "utf8")) as Schema;
  const definitions = root.$defs as Record<string, Schema>;
  const resolve = ({ $ref, ...own }: Schema): Schema =>
    typeof $ref === "string" ? { ...definitions[$ref.replace("#/$defs/", "")], ...own } : own;
  const keysOf = (schema: Schema, above: string): ProfileKey[] => {
    const required = (schema.required ?? []) as string[];
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      .filter(([name]) => name !== "$schema")
      .map(([name, written]) => keyOf(name, resolve(written), above, required.includes(name)));
  };
  const keyOf = (name: string, schema: Schema, above: string, isRequired: boolean): ProfileKey => {
    const path = above + name;
    const [patterned] = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>);
    const named = patterned ? [keyOf(eventExample, resolve(patterned), `${path}.`, false)] : [];
    const [example] = (schema.examples ?? []) as unknown[];
    return {
      name,
      path,
      is: describeSchema({ ...schema, type: withoutNull(schema.type) }),
      says: String(schema.description ?? ""),
      isRequired,
      ...(example === undefined ? {} : { example }),
      keys: [...keysOf(schema, `${path}.`), ...named],
    };
  };
  return keysOf(root, "");
}

/** Stands for the names of events, which are keys themselves. */
const eventExample = "ClientEvent.created";

/** Null means the same as a key that is left out, so it is not reported. */
const withoutNull = (type: unknown): unknown => (Array.isArray(type) ? type.filter((name) => name !== "null") : type);
