import { UsageError } from "../blame.ts";
import { isObject, type Place, spot } from "./place.ts";
import type { Sources } from "./sources.ts";

/** Keys whose values are data: what looks like a reference there is none. */
const literals = new Set(["example", "examples", "default", "enum", "const", "value", "mapping"]);

/** Keys under which every key is a name, and none a keyword. */
const maps = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters requestBodies
   headers securitySchemes links callbacks pathItems paths webhooks content variables encoding`.split(/\s+/),
);

/** Follows every reference of a document, also into other files, so that a broken one is told before anything is compared. */
export function checkReferences(sources: Pick<Sources, "root" | "target">): void {
  const done = new Set<unknown>();
  const above = new Set<unknown>();

  const visit = (place: Place, isMap: boolean, isData: boolean): void => {
    const { node } = place;
    if (typeof node !== "object" || node === null) return;
    if (above.has(node)) throw new UsageError(`${spot(place)}: this YAML alias stands inside of what it names`);
    if (done.has(node)) return;
    above.add(node);
    if (isObject(node) && !isMap && !isData) {
      for (const reference of [node.$ref, node.$dynamicRef]) {
        if (typeof reference === "string") visitFile(sources.target(place, reference));
      }
    }
    for (const [key, child] of Object.entries(node)) {
      const literal = isData || (!isMap && (literals.has(key) || key.startsWith("x-")));
      visit({ file: place.file, node: child, parent: place, key }, !isMap && maps.has(key), literal);
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
