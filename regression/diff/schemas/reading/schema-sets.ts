import { UsageError } from "../../../../base/errors.ts";
import { isRecord } from "../../../../base/json.ts";
import { pointerOf } from "../../../../base/pointer.ts";
import type { OpenDocument } from "../../documents/document.ts";
import { heirsOf } from "../../documents/heirs.ts";
import { type DocumentPlace, formatPlace, listBelow } from "../../documents/place.ts";
import { nameIn } from "../../documents/references.ts";
import { shortcutOf } from "./shortcuts.ts";

/** Schemas that hold together: a schema with all that its references and `allOf` add to it. Equal sets are the same object. */
export interface SchemaSet {
  readonly key: string;
  readonly parts: readonly DocumentPlace[];
  /** The last name by which it was referred to. */
  readonly label?: string;
}

/** Makes the schema sets of one document. */
export interface SchemaSets {
  readonly isLegacy: boolean;
  of(...places: DocumentPlace[]): SchemaSet;
  /** The same set with further schemas. */
  narrowed(set: SchemaSet, ...added: DocumentPlace[]): SchemaSet;
  /** The same set with further schemas in the place of a keyword of one of its parts. */
  without(set: SchemaSet, part: DocumentPlace, keyword: string, ...instead: DocumentPlace[]): SchemaSet;
  /** The forms of a schema with a discriminator that lists none, as references to them. */
  heirs(schema: DocumentPlace): DocumentPlace[];
}

/** Keywords that leave a schema as it is. */
const silent = new Set(
  `$ref $dynamicRef allOf $id $anchor $dynamicAnchor $schema $comment $defs definitions title description summary
   example examples externalDocs x-requirement`.split(/\s+/),
);

/** The maximum of references and `allOf` that lead from one schema to the next; people write some ten. */
const maxDepth = 500;

/** The set of the schema false. */
export const nothing = { not: {} };

export function createSchemaSets(document: OpenDocument): SchemaSets {
  const sets = new Map<string, SchemaSet>();
  const { keyOf, strip } = createIdentities();

  const collect = (place: DocumentPlace, parts: Map<string, DocumentPlace>, seen: Set<object>, depth = 0): void => {
    const { node } = place;
    if (depth > maxDepth)
      throw new UsageError(
        `${formatPlace(place)}: more than ${maxDepth} schemas refer to it one after another; shorten the chain`,
      );
    if (node === false) parts.set(keyOf(place), { ...place, node: nothing });
    if (!isRecord(node) || seen.has(node)) return;
    seen.add(node);
    const reference = node.$ref ?? node.$dynamicRef;
    if (typeof reference === "string") collect(document.target(place, reference), parts, seen, depth + 1);
    if (document.isLegacy && typeof node.$ref === "string") return;
    const { gone, instead } = shortcutOf(place);
    const own = gone.length > 0 ? { ...place, node: strip(node, gone) } : place;
    for (const key in own.node as object) {
      if (!silent.has(key)) {
        parts.set(keyOf(own), own);
        break;
      }
    }
    for (const replacement of instead) collect(replacement, parts, seen, depth + 1);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      const branches = node[keyword];
      // A single alternative leaves no choice.
      if (!Array.isArray(branches) || (keyword !== "allOf" && branches.length !== 1)) continue;
      for (const branch of listBelow(place, keyword)) collect(branch, parts, seen, depth + 1);
    }
  };

  const intern = (parts: Map<string, DocumentPlace>, last: DocumentPlace | undefined): SchemaSet => {
    if (parts.size === 0 && last) parts.set(keyOf(last), { ...last, node: isRecord(last.node) ? last.node : {} });
    const key = [...parts.keys()].toSorted().join(" ");
    const known = sets.get(key);
    if (known) return known;
    const label = last && labelOf(last);
    const set = { key, parts: [...parts.values()], ...(label ? { label } : {}) };
    sets.set(key, set);
    return set;
  };

  const of = (...places: DocumentPlace[]): SchemaSet => {
    const parts = new Map<string, DocumentPlace>();
    const seen = new Set<object>();
    for (const place of places) collect(place, parts, seen);
    return intern(parts, places.at(-1));
  };

  // The parts of a set were collected already; collecting them again would bring back what is to be left out.
  const extend = (parts: readonly DocumentPlace[], added: DocumentPlace[]): SchemaSet => {
    const all = new Map(parts.map((part) => [keyOf(part), part]));
    const seen = new Set<object>();
    for (const place of added) collect(place, all, seen);
    return intern(all, added.at(-1));
  };

  const without = (set: SchemaSet, part: DocumentPlace, keyword: string, ...instead: DocumentPlace[]): SchemaSet => {
    const rest = { ...part, node: strip(part.node as Record<string, unknown>, [keyword]) };
    return extend(
      set.parts.map((known) => (known === part ? rest : known)),
      instead,
    );
  };

  const heirs = (schema: DocumentPlace): DocumentPlace[] =>
    [...heirsOf(schema, document)].map(([name, place]) => ({
      ...place,
      node: { $ref: `#/components/schemas${pointerOf([name])}` },
    }));

  return { isLegacy: document.isLegacy, of, without, narrowed: (set, ...added) => extend(set.parts, added), heirs };
}

/** Keys by which nodes are known, and nodes without some keywords, always the same for the same node. */
function createIdentities() {
  const ids = new WeakMap<object, number>();
  const stripped = new WeakMap<object, Map<string, Record<string, unknown>>>();
  let count = 0;
  const idOf = (node: object): number => {
    const id = ids.get(node) ?? ++count;
    ids.set(node, id);
    return id;
  };
  /** Booleans have no identity of their own, so they are known by where they stand. */
  const keyOf = ({ node, parent, key }: DocumentPlace): string =>
    isRecord(node) ? String(idOf(node)) : `${parent ? idOf(parent.node as object) : ""}/${key}`;
  const strip = (node: Record<string, unknown>, keywords: readonly string[]): Record<string, unknown> => {
    const known = stripped.get(node) ?? new Map<string, Record<string, unknown>>();
    stripped.set(node, known);
    const name = keywords.join();
    const rest = known.get(name) ?? Object.fromEntries(Object.entries(node).filter(([key]) => !keywords.includes(key)));
    known.set(name, rest);
    return rest;
  };
  return { keyOf, strip };
}

/** The name of what a place refers to, or its title. */
function labelOf({ node }: DocumentPlace): string | undefined {
  if (!isRecord(node)) return undefined;
  if (typeof node.$ref === "string") return nameIn(node.$ref);
  return typeof node.title === "string" ? node.title : undefined;
}
