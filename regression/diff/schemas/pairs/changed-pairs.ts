import type { SchemaPair } from "./schema-pair.ts";

/** Finds out whether a complete pair, or something that it contains, has changed; each pair is looked at once, however often it is asked for. */
export function createChangeCheck(): (pair: SchemaPair) => boolean {
  const known = new Map<SchemaPair, boolean>();
  return (top) => {
    const result = known.get(top);
    if (result !== undefined) return result;
    const parents = new Map<SchemaPair, SchemaPair[]>();
    const changed: SchemaPair[] = [];
    const stack = [top];
    known.set(top, false);
    for (let pair = stack.pop(); pair; pair = stack.pop()) {
      if (pair.changes.length > 0) changed.push(pair);
      for (const [, child] of pair.children) {
        const isChanged = known.get(child);
        if (isChanged === undefined) {
          known.set(child, false);
          stack.push(child);
        } else if (isChanged && !parents.has(child)) changed.push(child);
        const list = parents.get(child);
        if (list) list.push(pair);
        else parents.set(child, [pair]);
      }
    }
    for (let pair = changed.pop(); pair; pair = changed.pop()) {
      known.set(pair, true);
      for (const parent of parents.get(pair) ?? []) if (!known.get(parent)) changed.push(parent);
    }
    return known.get(top) === true;
  };
}
