import { fieldsOf, isRecord } from "../../../base/json.ts";
import type { OpenDocument } from "./document.ts";
import { below, type DocumentPlace, listBelow, namedBelow } from "./place.ts";
import { nameIn } from "./references.ts";

/** The schemas of a document by their names. */
type NamedSchemas = ReadonlyMap<string, DocumentPlace>;

const none: NamedSchemas = new Map();
const known = new WeakMap<OpenDocument, Map<unknown, Map<string, DocumentPlace>>>();

/** The schemas that are a given one and more: the forms of a schema with a discriminator that lists none. */
export function heirsOf(schema: DocumentPlace, document: OpenDocument): NamedSchemas {
  const { node } = schema;
  if (!isRecord(node) || !isRecord(node.discriminator) || "oneOf" in node || "anyOf" in node) return none;
  const heirs = known.get(document) ?? heirsIn(document);
  known.set(document, heirs);
  const named = namesIn(node, node.discriminator);
  const all = heirs.get(node) ?? none;
  const chosen = new Map([...all].filter(([name]) => named.has(name)));
  return chosen.size > 0 ? chosen : all;
}

/** The names of the forms that a discriminator maps to, or else that its property lists; another schema may include this one without being a form of it. */
function namesIn(node: Record<string, unknown>, { mapping, propertyName }: Record<string, unknown>): Set<unknown> {
  const mapped = Object.values(fieldsOf(mapping)).map((reference) => nameIn(String(reference)));
  if (mapped.length > 0) return new Set(mapped);
  const { enum: listed } = fieldsOf(fieldsOf(node.properties)[String(propertyName)]);
  return new Set(Array.isArray(listed) ? listed : []);
}

/** The schemas of a document by those that they include with `allOf` and a reference, directly or by way of others. */
function heirsIn(document: OpenDocument): Map<unknown, Map<string, DocumentPlace>> {
  const found = new Map<unknown, Map<string, DocumentPlace>>();
  const components = below(document.root, "components");
  for (const [name, schema] of components ? namedBelow(components, "schemas") : [])
    for (const parent of parentsOf(schema, document))
      found.set(parent, (found.get(parent) ?? new Map<string, DocumentPlace>()).set(name, schema));
  return found;
}

/** The schemas that a schema includes, directly or by way of others. */
function parentsOf(schema: DocumentPlace, document: OpenDocument, seen = new Set<unknown>()): Set<unknown> {
  const branches = isRecord(schema.node) && Array.isArray(schema.node.allOf) ? listBelow(schema, "allOf") : [];
  for (const branch of branches) {
    if (!isRecord(branch.node) || typeof branch.node.$ref !== "string") continue;
    const parent = document.follow(branch);
    if (seen.has(parent.node) || parent.node === schema.node) continue;
    seen.add(parent.node);
    parentsOf(parent, document, seen);
  }
  return seen;
}
