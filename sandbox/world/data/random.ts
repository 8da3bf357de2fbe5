/** A deterministic source of choices. */
export interface Random {
  /** At least 0, and less than 1. */
  next(): number;
  /** Both bounds are included. */
  integer(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Choices that follow from a seed and a word, the same on every machine (mulberry32 over an FNV-1a hash). */
export function createRandom(seed: number, word: string): Random {
  let state = (2_166_136_261 ^ seed) >>> 0;
  for (let index = 0; index < word.length; index++) state = Math.imul(state ^ word.charCodeAt(index), 16_777_619) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick: <T>(values: readonly T[]): T => values[integer(0, values.length - 1)] as T,
    chance: (probability) => next() < probability,
  };
}
