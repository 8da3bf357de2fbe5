import { UsageError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { References } from "./document.ts";
import { childOf, type DocumentPlace, formatPlace } from "./place.ts";
import { leadsBack } from "./references.ts";
import { type KeyKind, kindUnder } from "./walk.ts";

/** Documents that people wrote are ten or twenty levels deep. */
const deepest = 500;

/** Follows every reference of a document, also into other files, so that a broken one is found before anything is compared. */
export function checkReferences(references: References): void {
  const done = new Set<unknown>();
  const above = new Set<unknown>();
  const endless = createEndlessCheck(references);

  const visit = (place: DocumentPlace, kind: KeyKind, depth = 0): void => {
    const { node } = place;
    if (typeof node !== "object" || node === null) return;
    if (depth > deepest) throw tooDeep(place);
    if (above.has(node)) throw new UsageError(`${formatPlace(place)}: this YAML alias stands inside what it names`);
    if (done.has(node)) return;
    above.add(node);
    if (isRecord(node) && kind === "keywords") {
      for (const reference of [node.$ref, node.$dynamicRef]) {
        if (typeof reference === "string") visitFile(references.target(place, reference));
      }
      endless(place);
    }
    for (const [key, child] of Object.entries(node)) {
      visit(childOf(place, key, child), kindUnder(kind, key), depth + 1);
    }
    above.delete(node);
    done.add(node);
  };
  const visitFile = (place: DocumentPlace): void => {
    let root = place;
    while (root.parent) root = root.parent;
    if (!done.has(root.node) && !above.has(root.node)) visit(root, "keywords");
  };
  visit(references.root, "keywords");
}

/** Refuses references that lead back to themselves by way of nothing but references: these have no meaning. */
function createEndlessCheck({ target }: References): (place: DocumentPlace) => void {
  const fine = new Set<unknown>();
  return (place) => {
    const seen = new Set<unknown>();
    for (let here = place; isRecord(here.node) && Object.keys(here.node).join() === "$ref"; ) {
      if (fine.has(here.node)) break;
      if (seen.has(here.node)) throw leadsBack(place);
      seen.add(here.node);
      here = target(here, String(here.node.$ref));
    }
    for (const node of seen) fine.add(node);
  };
}

/** Names a place some levels below the root; the whole pointer would fill pages. */
function tooDeep(place: DocumentPlace): UsageError {
  const line: DocumentPlace[] = [];
  for (let here: DocumentPlace | undefined = place; here; here = here.parent) line.push(here);
  return new UsageError(
    `${formatPlace(line.at(-6) ?? place)}: what is inside is nested more than ${deepest} levels deep; flatten it`,
  );
}
