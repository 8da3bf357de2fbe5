import { isRecord } from "../../../../base/json.ts";
import { below, type DocumentPlace, listBelow, namedBelow } from "../../documents/place.ts";
import { choicesOf, type SchemaChoice, valuesListedBy } from "./choices.ts";
import { withoutForbidden } from "./forbidden.ts";
import { type Bound, type ListedValues, readBound, readTypes, readValues } from "./keywords.ts";
import { additionalIn, propertyIn, propertyNamedIn } from "./properties.ts";
import { nothing, type SchemaSet, type SchemaSets } from "./schema-sets.ts";
import { commonTypes, type Types, typeOf } from "./types.ts";

/** A schema set, seen as a whole. */
export interface SchemaView {
  readonly set: SchemaSet;
  readonly place: DocumentPlace;
  /** Undefined where every type is allowed. */
  readonly types: Types | undefined;
  /** The only values that are allowed; undefined where these are all that their types have. */
  readonly values: ListedValues | undefined;
  /** The same, also where they are all that their types have. */
  readonly listed: ListedValues | undefined;
  /** The schemas that are forbidden, except for types. */
  readonly forbidden: readonly DocumentPlace[];
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly choices: readonly SchemaChoice[];
  readonly isNothing: boolean;
  /** True if it allows anything at all. */
  readonly isFree: boolean;
  readonly required: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Every value that some part gives to a keyword. */
  all(keyword: string): DocumentPlace[];
  /** The first of them. */
  first(keyword: string): unknown;
  /** Where a keyword stands, or else the schema. */
  at(keyword: string): DocumentPlace;
  /** The greatest, or least, number that a part gives to a keyword. */
  most(keyword: string): number | undefined;
  least(keyword: string): number | undefined;
  isTrue(keyword: string): boolean;
  /** The schemas for a property of this name; undefined where there are none. */
  property(name: string): SchemaSet | undefined;
  propertyPlace(name: string): DocumentPlace;
  /** The schemas for properties that are not named; undefined where they are free. */
  additional(): SchemaSet | undefined;
  /** The schemas for the item at a position of a tuple, and for those after the tuple. */
  item(index: number): SchemaSet | undefined;
  rest(): SchemaSet | undefined;
  /** The time that an array may be; a tuple that nothing may follow says so too. */
  maxItems: number;
}

/** Reads what a schema set says as a whole; each set is read once. */
export function createViews(sets: SchemaSets): (set: SchemaSet) => SchemaView {
  const views = new WeakMap<SchemaSet, SchemaView>();
  return (set) => {
    const known = views.get(set);
    if (known) return known;
    const view = viewOf(set, sets);
    views.set(set, view);
    return view;
  };
}

const none: DocumentPlace[] = [];

function viewOf(set: SchemaSet, sets: SchemaSets): SchemaView {
  const { parts } = set;
  const [place] = parts as [DocumentPlace];
  // Asked for every keyword of every schema, most of which have few, so nothing is made where there is nothing.
  const all = (keyword: string): DocumentPlace[] =>
    parts.some(({ node }) => Object.hasOwn(node as object, keyword))
      ? parts.flatMap((part) => below(part, keyword) ?? [])
      : none;
  const numbers = (keyword: string): number[] => all(keyword).map(({ node }) => Number(node));
  const choices = choicesOf(parts, sets);
  const lists = choices.map((choice) => valuesListedBy(choice, sets));
  const { types: allowed, forbidden } = withoutForbidden(readTypes(parts, sets.isLegacy), all("not"), sets);
  const listed = readValues(
    parts,
    allowed,
    sets.isLegacy,
    lists.filter((list) => list !== undefined),
  );
  const types = listed ? commonTypes(allowed, new Set([...listed.values()].map(typeOf))) : allowed;
  const values = listed && isExhaustive(listed) ? undefined : listed;
  const wholeOnly = types !== undefined && !types.has("number");
  const setOf = (places: (DocumentPlace | undefined)[]): SchemaSet | undefined => {
    const found = places.filter((part) => part !== undefined && part.node !== true) as DocumentPlace[];
    return found.length > 0 ? sets.of(...found) : undefined;
  };

  return {
    set,
    place,
    types,
    values,
    listed,
    forbidden,
    lower: readBound(parts, "minimum", wholeOnly),
    upper: readBound(parts, "maximum", wholeOnly),
    choices: choices.filter((_, index) => !lists[index]),
    isNothing:
      types?.size === 0 || values?.size === 0 || all("not").some(({ node }) => node === true || isEmptySchema(node)),
    isFree: parts.every(({ node }) =>
      Object.keys(node as object).every((key) => annotations.has(key) || key.startsWith("x-")),
    ),
    required: new Set(all("required").flatMap(({ node }) => node as string[])),
    names: new Set(parts.flatMap((part) => namedBelow(part, "properties").map(([name]) => name))),
    all,
    first: (keyword) => all(keyword)[0]?.node,
    at: (keyword) => writtenAt(all(keyword)[0]) ?? place,
    most: (keyword) => greatest(numbers(keyword)),
    least: (keyword) => {
      const found = greatest(numbers(keyword).map((number) => -number));
      return found === undefined ? undefined : -found;
    },
    isTrue: (keyword) => parts.some((part) => (part.node as Record<string, unknown>)[keyword] === true),
    property: (name) => setOf(parts.flatMap((part) => propertyIn(part, name))),
    propertyPlace: (name) => parts.flatMap((part) => propertyNamedIn(part, name) ?? [])[0] ?? place,
    additional: () => setOf(parts.flatMap(additionalIn)),
    item: (index) => setOf(parts.map((part) => listBelow(part, "prefixItems")[index] ?? below(part, "items"))),
    rest: () => setOf([...all("items"), ...all("unevaluatedItems")]),
    maxItems: Math.min(
      Number.POSITIVE_INFINITY,
      ...numbers("maxItems"),
      ...all("items").flatMap((items) =>
        items.node === false && items.parent ? listBelow(items.parent, "prefixItems").length : [],
      ),
    ),
  };
}

/** True if listed values are all that their types have, as null and both booleans are. */
function isExhaustive(listed: ListedValues): boolean {
  const values = [...listed.values()];
  const booleans = values.filter((value) => typeof value === "boolean").length;
  return values.length > 0 && booleans !== 1 && values.every((value) => value === null || typeof value === "boolean");
}

/** Keywords that forbid nothing. */
const annotations = new Set(
  `$ref allOf $id $anchor $dynamicAnchor $schema $comment $defs title description example examples externalDocs default
   deprecated readOnly writeOnly xml discriminator nullable`.split(/\s+/),
);

/** Extensions by which a keyword is put in from elsewhere, so that the file shows them in its place. */
const putInBy: Record<string, string> = {
  minimum: "x-limit",
  maximum: "x-limit",
  default: "x-limit",
  pattern: "x-media-type",
};

/** Where the file shows a keyword. */
function writtenAt(place: DocumentPlace | undefined): DocumentPlace | undefined {
  if (!place?.parent) return place;
  if (place.parent.node === nothing) return place.parent;
  return below(place.parent, putInBy[place.key ?? ""] ?? "") ?? place;
}

const greatest = (numbers: number[]): number | undefined => (numbers.length > 0 ? Math.max(...numbers) : undefined);
const isEmptySchema = (node: unknown): boolean => isRecord(node) && Object.keys(node).length === 0;
