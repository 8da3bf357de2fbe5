import { isRecord } from "../../base/json.ts";
import { listBelow, type Place } from "../../base/place.ts";
import { shortcutOf } from "./schema-shortcuts.ts";
import type { Sources } from "./sources.ts";

/** Schemas that hold together: a schema with all that its references and `allOf` add to it. Equal sets are the same object. */
export interface SchemaSet {
  readonly key: string;
  readonly parts: readonly Place[];
  /** The last name by which it was referred to. */
  readonly label?: string;
}

/** Makes the schema sets of one side. */
export interface SchemaSets {
  readonly legacy: boolean;
  of(...places: Place[]): SchemaSet;
  /** The same set with further schemas. */
  narrowed(set: SchemaSet, ...added: Place[]): SchemaSet;
  /** The same set with further schemas in the place of a keyword of one of its parts. */
  without(set: SchemaSet, part: Place, keyword: string, ...instead: Place[]): SchemaSet;
}

/** Keywords that leave a schema as it is. */
const silent = new Set(
  `$ref $dynamicRef allOf $id $anchor $dynamicAnchor $schema $comment $defs definitions title description summary
   example examples externalDocs x-requirement`.split(/\s+/),
);
/** What the schema false says. */
export const nothing = { not: {} };

export function createSchemaSets(sources: Sources): SchemaSets {
  const ids = new WeakMap<object, number>();
  const sets = new Map<string, SchemaSet>();
  const stripped = new WeakMap<object, Map<string, Record<string, unknown>>>();
  let count = 0;

  const idOf = (node: object): number => {
    const id = ids.get(node) ?? ++count;
    ids.set(node, id);
    return id;
  };
  /** Booleans have no identity of their own, so they are known by where they stand. */
  const keyOf = ({ node, parent, key }: Place): string =>
    isRecord(node) ? String(idOf(node)) : `${parent ? idOf(parent.node as object) : ""}/${key}`;

  /** A schema without some keywords; always the same for the same one. */
  const strip = (node: Record<string, unknown>, keywords: readonly string[]): Record<string, unknown> => {
    const known = stripped.get(node) ?? new Map<string, Record<string, unknown>>();
    stripped.set(node, known);
    const name = keywords.join();
    const rest = known.get(name) ?? Object.fromEntries(Object.entries(node).filter(([key]) => !keywords.includes(key)));
    known.set(name, rest);
    return rest;
  };

  const collect = (place: Place, parts: Map<string, Place>, seen: Set<object>): void => {
    const { node } = place;
    if (node === false) parts.set(keyOf(place), { ...place, node: nothing });
    if (!isRecord(node) || seen.has(node)) return;
    seen.add(node);
    const reference = node.$ref ?? node.$dynamicRef;
    if (typeof reference === "string") collect(sources.target(place, reference), parts, seen);
    if (sources.legacy && typeof node.$ref === "string") return;
    const { gone, instead } = shortcutOf(place);
    const own = gone.length > 0 ? { ...place, node: strip(node, gone) } : place;
    for (const key in own.node as object) {
      if (!silent.has(key)) {
        parts.set(keyOf(own), own);
        break;
      }
    }
    for (const one of instead) collect(one, parts, seen);
    for (const kind of ["allOf", "oneOf", "anyOf"]) {
      const branches = node[kind];
      // One alternative alone is no choice.
      if (!Array.isArray(branches) || (kind !== "allOf" && branches.length !== 1)) continue;
      for (const branch of listBelow(place, kind)) collect(branch, parts, seen);
    }
  };

  const intern = (parts: Map<string, Place>, last: Place | undefined): SchemaSet => {
    if (parts.size === 0 && last) parts.set(keyOf(last), { ...last, node: isRecord(last.node) ? last.node : {} });
    const key = [...parts.keys()].toSorted().join(" ");
    const known = sets.get(key);
    if (known) return known;
    const label = last && labelOf(last);
    const set = { key, parts: [...parts.values()], ...(label ? { label } : {}) };
    sets.set(key, set);
    return set;
  };

  const of = (...places: Place[]): SchemaSet => {
    const parts = new Map<string, Place>();
    const seen = new Set<object>();
    for (const place of places) collect(place, parts, seen);
    return intern(parts, places.at(-1));
  };

  // The parts of a set were collected already; collecting them again would bring back what is to be left out.
  const extend = (parts: readonly Place[], added: Place[]): SchemaSet => {
    const all = new Map(parts.map((part) => [keyOf(part), part]));
    const seen = new Set<object>();
    for (const place of added) collect(place, all, seen);
    return intern(all, added.at(-1));
  };

  const without = (set: SchemaSet, part: Place, keyword: string, ...instead: Place[]): SchemaSet => {
    const rest = strip(part.node as Record<string, unknown>, [keyword]);
    return extend(
      set.parts.map((one) => (one === part ? { ...part, node: rest } : one)),
      instead,
    );
  };

  return { legacy: sources.legacy, of, without, narrowed: (set, ...added) => extend(set.parts, added) };
}

/** The name of what a place refers to, or its title. */
function labelOf({ node }: Place): string | undefined {
  if (!isRecord(node)) return undefined;
  if (typeof node.$ref === "string") return decodeURIComponent(node.$ref.split(/[/#]/).at(-1) ?? "");
  return typeof node.title === "string" ? node.title : undefined;
}
