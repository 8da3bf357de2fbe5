import type { DocumentPlace } from "../../documents/place.ts";
import { readTypes } from "./keywords.ts";
import type { SchemaSets } from "./schema-sets.ts";
import { allTypes, commonTypes, type Types } from "./types.ts";

/** The types without those that are forbidden, and what is forbidden besides; to forbid what has none of the types forbids nothing. */
export function withoutForbidden(
  types: Types | undefined,
  nots: DocumentPlace[],
  sets: SchemaSets,
): { types: Types | undefined; forbidden: DocumentPlace[] } {
  const forbidden: DocumentPlace[] = [];
  let left = types;
  for (const place of nots) {
    const { parts } = sets.of(place);
    const own = readTypes(parts, sets.isLegacy);
    const isVain = types !== undefined && own !== undefined && commonTypes(types, own)?.size === 0;
    const rest = typesBeside(left, parts);
    if (rest) left = rest;
    else if (!isVain) forbidden.push(place);
  }
  return { types: left, forbidden };
}

/** The types that are left where a `not` forbids some and nothing else; whole numbers alone cannot be left out. */
function typesBeside(types: Types | undefined, forbidden: readonly DocumentPlace[]): Types | undefined {
  const isPlain = forbidden.every(({ node }) => Object.keys(node as object).join() === "type");
  const refused = isPlain ? readTypes(forbidden, false) : undefined;
  if (!refused || refused.has("integer")) return undefined;
  const isLeft = (type: string): boolean => !refused.has(type) && !(type === "integer" && refused.has("number"));
  return new Set([...(types ?? allTypes)].filter(isLeft));
}
