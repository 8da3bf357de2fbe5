import type { World } from "../../schedule/run/world.ts";

/** All of some values; in a quick run one of them, another with each seed and each offset. */
export function oneWhenQuick<T>({ context: { depth, seed } }: World, values: readonly T[], offset = 0): readonly T[] {
  const first = Math.abs(seed + offset) % values.length;
  return depth === "quick" ? values.slice(first, first + 1) : values;
}
