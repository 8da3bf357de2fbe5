import { UsageError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { OpenDocument } from "./document.ts";
import { heirsOf } from "./heirs.ts";
import { childOf, type DocumentPlace } from "./place.ts";

/** Two places that have to be equal, and the two that referred to them. */
interface EqualPlaces {
  old: DocumentPlace;
  new: DocumentPlace;
  from?: EqualPlaces;
}

/** Finds out quickly whether two schemas are the same to the letter, also in what they refer to; most schemas of most versions are. */
export function createEquality(
  old: OpenDocument,
  fresh: OpenDocument,
): (oldPlace: DocumentPlace, newPlace: DocumentPlace) => boolean {
  const known = new WeakMap<object, WeakMap<object, boolean>>();
  const remember = (before: object, after: object, result: boolean): void => {
    known.set(before, (known.get(before) ?? new WeakMap<object, boolean>()).set(after, result));
  };

  return (oldPlace, newPlace) => {
    if (old.isLegacy !== fresh.isLegacy) return false;
    // References that lead back are taken for equal on the way, and remembered only when everything turned out to be.
    const assumed = new Map<object, Set<object>>();
    const queue: EqualPlaces[] = [{ old: oldPlace, new: newPlace }];
    /** Forms that nothing refers to have to be equal, too; false where they are not of the same names. */
    const queueHeirs = (left: DocumentPlace, right: DocumentPlace, from: EqualPlaces): boolean => {
      const [before, after] = [heirsOf(left, old), heirsOf(right, fresh)];
      for (const [name, heir] of before) {
        const other = after.get(name);
        if (!other) return false;
        queue.push({ old: heir, new: other, from });
      }
      return before.size === after.size;
    };
    const isSame = (left: DocumentPlace, right: DocumentPlace, from: EqualPlaces): boolean => {
      const [before, after] = [left.node, right.node];
      if (before === after) return typeof before !== "object" || before === null;
      if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return false;
      if (Array.isArray(before) !== Array.isArray(after)) return false;
      const keys = Object.keys(before);
      if (keys.length !== Object.keys(after).length) return false;
      if ("discriminator" in before && !queueHeirs(left, right, from)) return false;
      for (const key of keys) {
        if (!Object.hasOwn(after, key)) return false;
        const [was, is] = [(before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]];
        if ((key === "$ref" || key === "$dynamicRef") && typeof was === "string") {
          if (typeof is !== "string" || (was !== is && isAlternative(left))) return false;
          const [oldTarget, newTarget] = [targetOf(old, left, was), targetOf(fresh, right, is)];
          if (oldTarget && newTarget) queue.push({ old: oldTarget, new: newTarget, from });
          else if (was !== is) return false;
        } else if (was !== is || typeof was === "object") {
          if (!isSame(childOf(left, key, was), childOf(right, key, is), from)) return false;
        }
      }
      return true;
    };
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [before, after] = [next.old.node, next.new.node];
      if (isRecord(before) && isRecord(after)) {
        const result = known.get(before)?.get(after);
        if (result || (result === undefined && assumed.get(before)?.has(after))) continue;
        assumed.set(before, (assumed.get(before) ?? new Set()).add(after));
        if (result === undefined && isSame(next.old, next.new, next)) continue;
      } else if (before === after) continue;
      // Whatever led here differs as well.
      for (let pair: EqualPlaces | undefined = next; pair; pair = pair.from) {
        if (isRecord(pair.old.node) && isRecord(pair.new.node)) remember(pair.old.node, pair.new.node, false);
      }
      return false;
    }
    for (const [before, afters] of assumed) for (const after of afters) remember(before, after, true);
    return true;
  };
}

/** True if a place is one of several forms; the name of one may be what it is distinguished by. */
const isAlternative = ({ parent }: DocumentPlace): boolean => parent?.key === "oneOf" || parent?.key === "anyOf";

/** The target of a reference; a text that only looks like one, in an example, has none. */
function targetOf(document: OpenDocument, place: DocumentPlace, reference: string): DocumentPlace | undefined {
  try {
    return document.target(place, reference);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
