import { type DocumentPlace, listBelow } from "../../documents/place.ts";
import { readTypes, readValues } from "./keywords.ts";
import type { SchemaSets } from "./schema-sets.ts";

/** A choice that a schema leaves. */
export interface SchemaChoice {
  keyword: "oneOf" | "anyOf";
  /** The part that it stands in. */
  part: DocumentPlace;
  alternatives: DocumentPlace[];
}

/** Every choice that some parts leave. */
export function choicesOf(parts: readonly DocumentPlace[], sets: SchemaSets): SchemaChoice[] {
  return parts.flatMap((part) =>
    (["oneOf", "anyOf"] as const)
      .map((keyword) => {
        const seen = new Set([part.node]);
        const list = listBelow(part, keyword);
        // A single alternative leaves no choice; what it says is among the parts.
        if (list.length < 2) return { keyword, part, alternatives: [] };
        return { keyword, part, alternatives: list.flatMap((place) => flatten(place, keyword, sets, seen)) };
      })
      .filter(({ alternatives }) => alternatives.length > 1),
  );
}

/** An alternative that is nothing but another `anyOf` is replaced by its alternatives, also behind a reference; one that was seen adds nothing. */
function flatten(
  alternative: DocumentPlace,
  keyword: SchemaChoice["keyword"],
  sets: SchemaSets,
  seen: Set<unknown>,
): DocumentPlace[] {
  const [part, ...more] = sets.of(alternative).parts;
  const isOnlyChoice =
    keyword === "anyOf" && part && more.length === 0 && Object.keys(part.node as object).join() === keyword;
  if (!isOnlyChoice) return [alternative];
  if (seen.has(part.node)) return [];
  seen.add(part.node);
  return listBelow(part, keyword).flatMap((place) => flatten(place, keyword, sets, seen));
}

/** Keywords that may stand beside a value that an alternative names. */
const besideValue = /^(const|enum|type|title|description|summary|\$comment|x-.*)$/;

/** The values of a choice in which every alternative only names some; such a choice is a list of values with a text to each. */
export function valuesListedBy({ alternatives, keyword }: SchemaChoice, sets: SchemaSets): unknown[] | undefined {
  const lists = alternatives.map((place) => {
    const { parts } = sets.of(place);
    const isPlain = parts.every(({ node }) => Object.keys(node as object).every((key) => besideValue.test(key)));
    return isPlain ? readValues(parts, readTypes(parts, sets.isLegacy), sets.isLegacy) : undefined;
  });
  if (!lists.every((list) => list !== undefined)) return undefined;
  const isAllowed = (text: string): boolean =>
    keyword === "anyOf" || lists.filter((list) => list.has(text)).length === 1;
  return lists.flatMap((list) => [...list].filter(([text]) => isAllowed(text)).map(([, value]) => value));
}
