import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { type Place, spot } from "../../base/place.ts";
import type { Sources } from "./sources.ts";

/** Keys whose values are data: what looks like a reference there is none. */
const literals = new Set(["example", "examples", "default", "enum", "const", "value", "mapping"]);

/** Keys under which every key is a name, and none a keyword. */
const maps = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters requestBodies
   headers securitySchemes links callbacks pathItems paths webhooks content variables encoding`.split(/\s+/),
);

/** Documents that people wrote are ten or twenty levels deep. */
const deepest = 500;
const tooDeep = `what is inside is nested more than ${deepest} levels deep; mend it`;

/** The place some levels below the root from which one came; the whole pointer would fill pages. */
function ancestor(place: Place): Place {
  const steps: Place[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) steps.push(at);
  return steps.at(-6) ?? place;
}

/** Refuses references that lead back to themselves by way of nothing but references: these have no meaning. */
function checkRing(place: Place, { target }: Pick<Sources, "target">, fine: Set<unknown>): void {
  const seen = new Set<unknown>();
  for (let here = place; isRecord(here.node) && Object.keys(here.node).join() === "$ref"; ) {
    if (fine.has(here.node)) break;
    if (seen.has(here.node)) throw new UsageError(`${spot(place)}: this reference leads back to itself`);
    seen.add(here.node);
    here = target(here, String(here.node.$ref));
  }
  for (const one of seen) fine.add(one);
}

/** Follows every reference of a document, also into other files, so that a broken one is told before anything is compared. */
export function checkReferences(sources: Pick<Sources, "root" | "target">): void {
  const done = new Set<unknown>();
  const above = new Set<unknown>();
  const fine = new Set<unknown>();

  const visit = (place: Place, isMap: boolean, isData: boolean, depth = 0): void => {
    const { node } = place;
    if (typeof node !== "object" || node === null) return;
    if (depth > deepest) throw new UsageError(`${spot(ancestor(place))}: ${tooDeep}`);
    if (above.has(node)) throw new UsageError(`${spot(place)}: this YAML alias stands inside of what it names`);
    if (done.has(node)) return;
    above.add(node);
    if (isRecord(node) && !isMap && !isData) {
      for (const reference of [node.$ref, node.$dynamicRef]) {
        if (typeof reference === "string") visitFile(sources.target(place, reference));
      }
      checkRing(place, sources, fine);
    }
    for (const [key, child] of Object.entries(node)) {
      const literal = isData || (!isMap && (literals.has(key) || key.startsWith("x-")));
      visit({ file: place.file, node: child, parent: place, key }, !isMap && maps.has(key), literal, depth + 1);
    }
    above.delete(node);
    done.add(node);
  };
  const visitFile = (place: Place): void => {
    let root = place;
    while (root.parent) root = root.parent;
    if (!done.has(root.node) && !above.has(root.node)) visit(root, false, false);
  };
  visit(sources.root, false, false);
}
