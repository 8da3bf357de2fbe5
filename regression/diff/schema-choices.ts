import { listBelow, type Place } from "../../base/place.ts";
import { readTypes, readValues } from "./schema-keywords.ts";
import type { SchemaSets } from "./schema-sets.ts";

/** A choice that a schema leaves. */
export interface Choice {
  kind: "oneOf" | "anyOf";
  /** The part that it stands in. */
  part: Place;
  alternatives: Place[];
}

/** Every choice that some parts leave. */
export function choicesOf(parts: readonly Place[], sets: SchemaSets): Choice[] {
  return parts.flatMap((part) =>
    (["oneOf", "anyOf"] as const)
      .map((kind) => {
        const seen = new Set([part.node]);
        const list = listBelow(part, kind);
        // One alternative alone is no choice; what it says is among the parts.
        if (list.length < 2) return { kind, part, alternatives: [] };
        return { kind, part, alternatives: list.flatMap((one) => flat(one, kind, sets, seen)) };
      })
      .filter(({ alternatives }) => alternatives.length > 1),
  );
}

/** An alternative that only leaves another choice of any is that choice's alternatives, also behind a reference; one that was seen adds nothing. */
function flat(alternative: Place, kind: Choice["kind"], sets: SchemaSets, seen: Set<unknown>): Place[] {
  const [part, ...more] = sets.of(alternative).parts;
  const isOnlyChoice =
    kind === "anyOf" && part && more.length === 0 && Object.keys(part.node as object).join() === kind;
  if (!isOnlyChoice) return [alternative];
  if (seen.has(part.node)) return [];
  seen.add(part.node);
  return listBelow(part, kind).flatMap((one) => flat(one, kind, sets, seen));
}

/** What may stand beside a value that an alternative names. */
const besideValue = /^(const|enum|type|title|description|summary|\$comment|x-.*)$/;

/** The values of a choice in which every alternative only names some; such a choice is a list of values with a text to each. */
export function listedBy({ alternatives }: Choice, sets: SchemaSets): unknown[] | undefined {
  const lists = alternatives.map((place) => {
    const { parts } = sets.of(place);
    const isPlain = parts.every(({ node }) => Object.keys(node as object).every((key) => besideValue.test(key)));
    return isPlain ? readValues(parts, readTypes(parts, sets.legacy), sets.legacy) : undefined;
  });
  return lists.every((one) => one !== undefined) ? lists.flatMap((one) => [...one.values()]) : undefined;
}
