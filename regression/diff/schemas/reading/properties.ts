import { below, type DocumentPlace, namedBelow } from "../../documents/place.ts";
import { matches, matchesEverything } from "./patterns.ts";

/** Where a part names a property. */
export function propertyNamedIn(part: DocumentPlace, name: string): DocumentPlace | undefined {
  const properties = below(part, "properties");
  return properties && below(properties, name);
}

/** The schemas of a part for a property, by its name or a pattern, or else those for all that are not named. */
export function propertyIn(part: DocumentPlace, name: string): DocumentPlace[] {
  const own = propertyNamedIn(part, name);
  const matching = namedBelow(part, "patternProperties").filter(([pattern]) => matches(pattern, name));
  const found = [...(own ? [own] : []), ...matching.map(([, place]) => place)];
  if (found.length > 0) return found;
  const additional = below(part, "additionalProperties");
  return additional ? [additional] : [];
}

/** The number of properties that an object may have at most, by the names that are left where no others are allowed. */
export const maxNamed = (parts: readonly DocumentPlace[]): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...parts
      .filter((part) => below(part, "additionalProperties")?.node === false && !below(part, "patternProperties"))
      .map((part) => namedBelow(part, "properties").length),
  );

/** The schemas of a part for properties that it does not name; a pattern that fits every name leaves none to other keywords. */
export function additionalIn(part: DocumentPlace): DocumentPlace[] {
  const every = namedBelow(part, "patternProperties").filter(([pattern]) => matchesEverything(pattern));
  if (every.length > 0) return every.map(([, place]) => place);
  return ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) => below(part, keyword) ?? []);
}
