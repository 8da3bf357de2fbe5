import { createHash } from "node:crypto";
import { isRecord } from "../../../base/json.ts";
import { pointerOf } from "../../../base/pointer.ts";
import type { DocumentPlace } from "../documents/place.ts";

/** Identifies a difference: neither lines, nor the order of lists, nor names of files. */
export interface DifferenceIdentity {
  rule: string;
  /** The change, with the values of both sides; so it is another difference once the thing changes again. */
  says: string;
  places: readonly string[];
  operations: readonly string[];
}

/** A short name of a difference that stays the same as long as the difference does. */
export function fingerprintOf({ rule, says, places, operations }: DifferenceIdentity): string {
  const identity = JSON.stringify([rule, says, places, operations.toSorted()]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}

/** The pointer of a place in which items of a list go by what they are, and not by their position. */
export function steadyPointer(place: DocumentPlace | undefined): string {
  const steps: string[] = [];
  for (let here = place; here?.key !== undefined; here = here.parent)
    steps.push(Array.isArray(here.parent?.node) ? nameOf(here) : here.key);
  return pointerOf(steps.toReversed());
}

/** The identity of an item of a list: a parameter by where it is and its name, a form by its reference; anything else by its position. */
function nameOf({ node, key = "" }: DocumentPlace): string {
  if (!isRecord(node)) return key;
  if (typeof node.name === "string") return `${String(node.in ?? "")} ${node.name}`;
  const name = [node.$ref, node.url, node.title].find((text) => typeof text === "string");
  return name ?? key;
}
