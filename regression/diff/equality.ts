import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import type { Place } from "../../base/place.ts";
import type { Sources } from "./sources.ts";

/** Two places that have to be equal, and the two that referred to them. */
interface Link {
  left: Place;
  right: Place;
  from?: Link;
}

/** Tells quickly that two schemas are the same to the letter, also in what they refer to; most schemas of most versions are. */
export function createEquality(old: Sources, fresh: Sources): (one: Place, other: Place) => boolean {
  const known = new WeakMap<object, WeakMap<object, boolean>>();
  const remember = (one: object, other: object, result: boolean): void => {
    known.set(one, (known.get(one) ?? new WeakMap<object, boolean>()).set(other, result));
  };

  return (first, second) => {
    if (old.legacy !== fresh.legacy) return false;
    // References that lead back are taken for equal on the way, and remembered only when everything turned out to be.
    const assumed = new Map<object, Set<object>>();
    const queue: Link[] = [{ left: first, right: second }];
    const isSame = (left: Place, right: Place, from: Link): boolean => {
      const [a, b] = [left.node, right.node];
      if (a === b) return typeof a !== "object" || a === null;
      if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
      if (Array.isArray(a) !== Array.isArray(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        const [x, y] = [(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]];
        if ((key === "$ref" || key === "$dynamicRef") && typeof x === "string") {
          if (typeof y !== "string") return false;
          const [one, other] = [targetOf(old, left, x), targetOf(fresh, right, y)];
          if (one && other) queue.push({ left: one, right: other, from });
          else if (x !== y) return false;
        } else if (x !== y || typeof x === "object") {
          if (!isSame(under(left, key, x), under(right, key, y), from)) return false;
        }
      }
      return true;
    };
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [left, right] = [next.left.node, next.right.node];
      if (isRecord(left) && isRecord(right)) {
        const result = known.get(left)?.get(right);
        if (result || (result === undefined && assumed.get(left)?.has(right))) continue;
        assumed.set(left, (assumed.get(left) ?? new Set()).add(right));
        if (result === undefined && isSame(next.left, next.right, next)) continue;
      } else if (left === right) continue;
      // Whatever led here differs as well.
      for (let link: Link | undefined = next; link; link = link.from) {
        if (isRecord(link.left.node) && isRecord(link.right.node)) remember(link.left.node, link.right.node, false);
      }
      return false;
    }
    for (const [left, rights] of assumed) for (const right of rights) remember(left, right, true);
    return true;
  };
}

const under = (parent: Place, key: string, node: unknown): Place => ({ file: parent.file, node, parent, key });

/** What a reference names; what only looks like one, in an example, names nothing. */
function targetOf(sources: Sources, place: Place, reference: string): Place | undefined {
  try {
    return sources.target(place, reference);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
