import type { Timer } from "../time/pace.ts";

/** A timer on which waiting is the only thing that takes time. */
export function createStopwatch(start = 0): Timer & { waits: number[] } {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}
