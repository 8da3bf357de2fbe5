import { pairsIn, type SchemaPair, type SchemaPairChild } from "./schema-pair.ts";

/** Which operations share which pairs of schemas. */
export interface Usage {
  add(top: SchemaPair, operation: string): void;
  /** Every operation from which a pair is reached; the same operations are the same list. */
  operationsOf(pair: SchemaPair): string[];
}

/** A set of small numbers, 32 to a word. */
type Bits = Uint32Array;

type ChildrenOf = (pair: SchemaPair) => SchemaPairChild[];

/** Keeps which operations use a pair as a whole, and finds at the end which of them reach what. Thousands may reach thousands, over references that form rings. */
export function createUsage(childrenOf: ChildrenOf): Usage {
  const tops = new Map<SchemaPair, Set<string>>();
  let reached: ReadonlyMap<SchemaPair, Bits> | undefined;
  const lists = new Map<string, string[]>();

  const listOf = (bits: Bits): string[] => {
    const groups = [...tops.values()].filter((_, index) => has(bits, index));
    return [...new Set(groups.flatMap((group) => [...group]))];
  };
  return {
    add(top, operation) {
      tops.set(top, (tops.get(top) ?? new Set()).add(operation));
      reached = undefined;
      lists.clear();
    },
    operationsOf(pair) {
      reached ??= reachFrom([...tops.keys()], childrenOf);
      const bits = reached.get(pair) ?? new Uint32Array();
      const key = bits.join();
      const list = lists.get(key) ?? listOf(bits);
      lists.set(key, list);
      return list;
    },
  };
}

const has = (bits: Bits, index: number): boolean => (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;

/** For every pair, from which of the tops it is reached. */
function reachFrom(tops: SchemaPair[], childrenOf: ChildrenOf): Map<SchemaPair, Bits> {
  const reached = new Map<SchemaPair, Bits>();
  const size = Math.ceil(tops.length / 32);
  const unseen = (pair: SchemaPair) => childrenOf(pair).filter(([, child]) => !reached.has(child));
  for (const [index, top] of tops.entries()) {
    if (!reached.has(top)) for (const [, pair] of pairsIn(top, unseen)) reached.set(pair, new Uint32Array(size));
    const own = reached.get(top) as Bits;
    own[index >>> 5] = (own[index >>> 5] ?? 0) | (1 << (index & 31));
  }
  // A use that reaches a pair reaches its children; a ring needs another round, and the last round changes nothing.
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const [pair, bits] of reached)
      for (const [, child] of childrenOf(pair)) if (addBits(bits, reached.get(child) as Bits)) isSettled = false;
  }
  return reached;
}

/** Adds a set to another; returns whether that one grew. */
function addBits(from: Bits, into: Bits): boolean {
  let hasGrown = false;
  for (let index = 0; index < from.length; index++) {
    const [added = 0, known = 0] = [from[index], into[index]];
    if ((added & ~known) === 0) continue;
    into[index] = known | added;
    hasGrown = true;
  }
  return hasGrown;
}
