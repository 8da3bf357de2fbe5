import { isRecord } from "../../../../base/json.ts";
import { type DocumentPlace, listBelow } from "../../documents/place.ts";
import { nameIn } from "../../documents/references.ts";
import type { SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { allows } from "../reading/types.ts";

/** By which property the forms of a schema are distinguished, and by which of its values. */
export interface Discriminator {
  propertyName: string;
  /** The default of OpenAPI 3.2 where no value fits. */
  otherwise: string | undefined;
  /** The forms of the mapping, by the value for them. */
  mapping: ReadonlyMap<string, string>;
  /** The same, and the forms that have no value but their names; undefined where that is not known of every form. */
  named: ReadonlyMap<string, string> | undefined;
  /** The values that forms list themselves, which are compared as such. */
  listed: ReadonlySet<string>;
}

const known = new WeakMap<object, Discriminator>();

/** The discriminator of a schema; each is read once, as every form of a choice still has it. */
export function discriminatorOf(view: SchemaView, side: SchemaSide): Discriminator | undefined {
  const place = view.all("discriminator")[0];
  if (!place?.parent || !isRecord(place.node)) return undefined;
  const discriminator = known.get(place.node) ?? readDiscriminator(place.node, writtenAt(place.parent), side);
  known.set(place.node, discriminator);
  return discriminator;
}

/** A schema with the choice that it was written with, which its forms no longer have. */
function writtenAt(part: DocumentPlace): DocumentPlace {
  const { parent, key = "" } = part;
  return parent ? { ...part, node: (parent.node as Record<string, unknown>)[key] } : part;
}

function readDiscriminator(node: Record<string, unknown>, schema: DocumentPlace, side: SchemaSide): Discriminator {
  const propertyName = String(node.propertyName);
  const mapping = new Map(Object.entries((node.mapping ?? {}) as Record<string, string>));
  const mapped = new Set([...mapping.values()].map(formName));
  const forms = [...formsBelow([schema], side), ...side.sets.heirs(schema)].filter((form) =>
    allows(side.view(side.sets.of(form)).types, "object"),
  );
  const named = new Map(mapping);
  const listed = new Set<string>();
  let isKnown = forms.length > 0;
  for (const form of forms) {
    const reference = referenceIn(form);
    const name = reference && formName(reference);
    const values = valuesIn(form, propertyName, side);
    // A list that all forms share says less than the name of each.
    const isListed = values.length === 1 || (values.length > 1 && !values.includes(String(name)));
    if (isListed) for (const value of values) listed.add(value);
    else if (!name) isKnown = false;
    else if (!mapped.has(name)) named.set(name, reference);
  }
  const otherwise = typeof node.defaultMapping === "string" ? formName(node.defaultMapping) : undefined;
  return { propertyName, otherwise, mapping, named: isKnown ? named : undefined, listed };
}

/** The forms of a schema with a discriminator that lists none, by their names; none where it is already known which form it is. */
export function heirsByName(view: SchemaView, side: SchemaSide): Map<string, SchemaSet> {
  const parent = view.all("discriminator")[0]?.parent;
  const schema = parent && writtenAt(parent);
  if (!schema || side.sets.of(schema) !== view.set) return new Map();
  return new Map(side.sets.heirs(schema).map((heir) => [formName(referenceIn(heir) ?? "") ?? "", side.sets.of(heir)]));
}

/** The forms that schemas list; one that only refers to further forms is replaced by them. */
function formsBelow(parts: readonly DocumentPlace[], side: SchemaSide, seen = new Set<unknown>()): DocumentPlace[] {
  const fresh = parts.filter(({ node }) => isRecord(node) && !seen.has(node));
  for (const { node } of fresh) seen.add(node);
  return fresh.flatMap(alternativesIn).flatMap((form) => {
    const { parts: inner } = side.sets.of(form);
    const further = inner.flatMap(alternativesIn);
    return further.length > 0 && further.every(referenceIn) ? formsBelow(inner, side, seen) : [form];
  });
}

const alternativesIn = (part: DocumentPlace): DocumentPlace[] =>
  ["oneOf", "anyOf"].flatMap((keyword) => listBelow(part, keyword));

const referenceIn = ({ node }: DocumentPlace): string | undefined =>
  isRecord(node) && typeof node.$ref === "string" ? node.$ref : undefined;

/** The texts that a form lists for a property. */
function valuesIn(form: DocumentPlace, propertyName: string, side: SchemaSide): string[] {
  const property = side.view(side.sets.of(form)).property(propertyName);
  const values = property ? [...(side.view(property).listed?.values() ?? [])] : [];
  return values.filter((value) => typeof value === "string");
}

/** The name of a form that is referred to; one in a file of its own is called as the file is. */
export const formName = (reference: string): string | undefined => nameIn(reference)?.replace(/\.(json|ya?ml)$/, "");
