import { below, namedBelow } from "../../documents/place.ts";
import type { PairContext, SchemaSide } from "../pairs/pair-context.ts";
import { matchesEverything } from "../reading/patterns.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareSizes } from "./bounds.ts";
import { compareDependencies } from "./dependencies.ts";
import { compareProperty } from "./properties.ts";

/** Objects: their properties, which of them must be there, and what may stand beside them. */
export function compareObjects(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareSizes("properties", old, fresh, context);
  for (const name of new Set([...old.names, ...fresh.names, ...old.required, ...fresh.required])) {
    compareProperty(name, old, fresh, context);
  }
  compareAdditional(old, fresh, context);
  compareDependencies(old, fresh, context);
  const namesIn = (view: SchemaView, { sets }: SchemaSide) => {
    const places = view.all("propertyNames");
    return places.length > 0 ? sets.of(...places) : undefined;
  };
  context.descend("{name}", namesIn(old, context.old), namesIn(fresh, context.new));
}

/** Properties that are not named, and those whose names match a pattern. */
function compareAdditional(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [old.additional(), fresh.additional()];
  const [refusedBefore, refusesNow] = [isNothing(before, context.old), isNothing(after, context.new)];
  // An object that may have no properties at all is closed; beside an open one, the bound says so.
  const wasClosed = refusedBefore || (refusesNow && old.least("maxProperties") === 0);
  const isClosed = refusesNow || (refusedBefore && fresh.least("maxProperties") === 0);
  if (wasClosed && !isClosed) {
    context.report(
      "additional-properties-allowed",
      "may now have properties that are not named",
      "additionalProperties",
    );
  } else if (!wasClosed && isClosed) {
    const says = "may no longer have properties that are not named";
    context.report("additional-properties-refused", says, "additionalProperties");
  } else if (!wasClosed) context.descend("*", before, after);

  for (const pattern of new Set([old, fresh].flatMap(patternsOf))) {
    context.descend(
      `{${pattern}}`,
      setForPattern(pattern, old, context.old) ?? before,
      setForPattern(pattern, fresh, context.new) ?? after,
    );
  }
}

const isNothing = (set: SchemaSet | undefined, side: SchemaSide): boolean =>
  set !== undefined && side.view(set).isNothing;

const patternsOf = (view: SchemaView): string[] =>
  view.set.parts
    .flatMap((part) => namedBelow(part, "patternProperties").map(([pattern]) => pattern))
    .filter((pattern) => !matchesEverything(pattern));

function setForPattern(pattern: string, view: SchemaView, { sets }: SchemaSide): SchemaSet | undefined {
  const places = view.all("patternProperties").flatMap((map) => below(map, pattern) ?? []);
  return places.length > 0 ? sets.of(...places) : undefined;
}
