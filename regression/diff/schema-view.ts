import { isRecord } from "../../base/json.ts";
import { below, listBelow, namedBelow, type Place } from "../../base/place.ts";
import { type Choice, choicesOf, listedBy } from "./schema-choices.ts";
import { type Bound, readBound, readTypes, readValues, typesBeside } from "./schema-keywords.ts";
import { nothing, type SchemaSet, type SchemaSets } from "./schema-sets.ts";
import { common, type Types, typeOf } from "./types.ts";
import { matches } from "./value-fits.ts";

/** What a schema set says as a whole. */
export interface View {
  readonly set: SchemaSet;
  readonly place: Place;
  /** Undefined where every type is allowed. */
  readonly types: Types | undefined;
  /** The only values that are allowed, by their canonical text; undefined where these are all that their types have. */
  readonly values: ReadonlyMap<string, unknown> | undefined;
  /** The same, also where they are all that their types have. */
  readonly listed: ReadonlyMap<string, unknown> | undefined;
  /** What is forbidden, but for types. */
  readonly nots: readonly Place[];
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly choices: readonly Choice[];
  readonly isNothing: boolean;
  /** Whether it allows anything at all. */
  readonly isFree: boolean;
  readonly required: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Every value that some part gives to a keyword. */
  all(keyword: string): Place[];
  /** The first of them. */
  first(keyword: string): unknown;
  /** Where a keyword stands, or else the schema. */
  at(keyword: string): Place;
  /** The greatest, or least, number that a part gives to a keyword. */
  most(keyword: string): number | undefined;
  least(keyword: string): number | undefined;
  isTrue(keyword: string): boolean;
  /** What holds for a property of this name; undefined where nothing is said of it. */
  property(name: string): SchemaSet | undefined;
  propertyPlace(name: string): Place;
  /** What holds for properties that are not named; undefined where they are free. */
  additional(): SchemaSet | undefined;
  /** What holds for the item at a position of a tuple, and for those after the tuple. */
  item(index: number): SchemaSet | undefined;
  rest(): SchemaSet | undefined;
  /** How long an array may be; a tuple that nothing may follow tells it too. */
  mostItems: number;
}

/** Reads what a schema set says as a whole; each set is read once. */
export function createViews(sets: SchemaSets): (set: SchemaSet) => View {
  const views = new WeakMap<SchemaSet, View>();
  return (set) => {
    const known = views.get(set);
    if (known) return known;
    const view = viewOf(set, sets);
    views.set(set, view);
    return view;
  };
}

const none: Place[] = [];

function viewOf(set: SchemaSet, sets: SchemaSets): View {
  const { parts } = set;
  const [place] = parts as [Place];
  // Asked for every keyword of every schema, most of which have few, so nothing is made where there is nothing.
  const all = (keyword: string): Place[] =>
    parts.some(({ node }) => Object.hasOwn(node as object, keyword))
      ? parts.flatMap((part) => below(part, keyword) ?? [])
      : none;
  const numbers = (keyword: string): number[] => all(keyword).map((one) => Number(one.node));
  const choices = choicesOf(parts, sets);
  const lists = choices.map((choice) => listedBy(choice, sets));
  const { types, nots } = withoutForbidden(readTypes(parts, sets.legacy), all("not"), sets);
  const listed = readValues(
    parts,
    types,
    sets.legacy,
    lists.filter((one) => one !== undefined),
  );
  const known = listed ? common(types, new Set([...listed.values()].map(typeOf))) : types;
  const values = listed && isWhole(listed) ? undefined : listed;
  const wholeOnly = known !== undefined && !known.has("number");
  const names = new Set(parts.flatMap((part) => namedBelow(part, "properties").map(([name]) => name)));
  const oneOf = (places: (Place | undefined)[]): SchemaSet | undefined => {
    const found = places.filter((one) => one !== undefined && one.node !== true) as Place[];
    return found.length > 0 ? sets.of(...found) : undefined;
  };

  const propertyParts = (name: string): Place[] =>
    parts.flatMap((part) => {
      const own = below(part, "properties");
      const named = own && below(own, name);
      const matching = namedBelow(part, "patternProperties").filter(([pattern]) => matches(pattern, name));
      const found = [...(named ? [named] : []), ...matching.map(([, one]) => one)];
      return found.length > 0 ? found : (below(part, "additionalProperties") ?? []);
    });

  return {
    set,
    place,
    types: known,
    values,
    listed,
    nots,
    lower: readBound(parts, "minimum", "exclusiveMinimum", wholeOnly),
    upper: readBound(parts, "maximum", "exclusiveMaximum", wholeOnly),
    choices: choices.filter((_, index) => !lists[index]),
    isNothing:
      known?.size === 0 || values?.size === 0 || all("not").some(({ node }) => node === true || isEmptySchema(node)),
    isFree: parts.every(({ node }) =>
      Object.keys(node as object).every((key) => notes.has(key) || key.startsWith("x-")),
    ),
    required: new Set(all("required").flatMap(({ node }) => node as string[])),
    names,
    all,
    first: (keyword) => all(keyword)[0]?.node,
    at: (keyword) => written(all(keyword)[0]) ?? place,
    most: (keyword) => greatest(numbers(keyword)),
    least: (keyword) => {
      const found = greatest(numbers(keyword).map((one) => -one));
      return found === undefined ? undefined : -found;
    },
    isTrue: (keyword) => parts.some((part) => (part.node as Record<string, unknown>)[keyword] === true),
    property: (name) => oneOf(propertyParts(name)),
    propertyPlace: (name) => {
      for (const part of parts) {
        const properties = below(part, "properties");
        const found = properties && below(properties, name);
        if (found) return found;
      }
      return place;
    },
    additional: () => oneOf(parts.flatMap(additionalIn)),
    item: (index) => oneOf(parts.map((part) => listBelow(part, "prefixItems")[index] ?? below(part, "items"))),
    rest: () => oneOf([...all("items"), ...all("unevaluatedItems")]),
    mostItems: Math.min(
      Number.POSITIVE_INFINITY,
      ...numbers("maxItems"),
      ...all("items").flatMap((items) =>
        items.node === false && items.parent ? listBelow(items.parent, "prefixItems").length : [],
      ),
    ),
  };
}

/** The types without those that are forbidden, and what is forbidden besides; what has none of the types is forbidden in vain. */
function withoutForbidden(types: Types | undefined, forbidden: Place[], sets: SchemaSets) {
  const nots: Place[] = [];
  let left = types;
  for (const place of forbidden) {
    const { parts } = sets.of(place);
    const own = readTypes(parts, sets.legacy);
    const isVain = types !== undefined && own !== undefined && common(types, own)?.size === 0;
    const rest = typesBeside(left, parts);
    if (rest) left = rest;
    else if (!isVain) nots.push(place);
  }
  return { types: left, nots };
}

/** Whether a pattern of names is found in all of them. */
export const isEveryName = (pattern: string): boolean => /^\^?(\.\*)?\$?$/.test(pattern) && pattern !== "^$";

/** What a part says of properties that it does not name; a pattern that fits every name leaves none to other keywords. */
function additionalIn(part: Place): Place[] {
  const every = namedBelow(part, "patternProperties").filter(([pattern]) => isEveryName(pattern));
  if (every.length > 0) return every.map(([, place]) => place);
  return ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) => below(part, keyword) ?? []);
}

/** Whether listed values are all that their types have, as null and both booleans are. */
function isWhole(values: ReadonlyMap<string, unknown>): boolean {
  const all = [...values.values()];
  const flags = all.filter((value) => typeof value === "boolean").length;
  return all.length > 0 && flags !== 1 && all.every((value) => value === null || typeof value === "boolean");
}

/** Keywords that forbid nothing. */
const notes = new Set(
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

const written = (place: Place | undefined): Place | undefined =>
  place?.parent?.node === nothing
    ? place.parent
    : ((place?.parent && below(place.parent, putInBy[place.key ?? ""] ?? "")) ?? place);

const greatest = (numbers: number[]): number | undefined => (numbers.length > 0 ? Math.max(...numbers) : undefined);
const isEmptySchema = (node: unknown): boolean => isRecord(node) && Object.keys(node).length === 0;
