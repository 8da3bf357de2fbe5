import type { ActingClock } from "../time/acting-clock.ts";

/** A clock whose time passes as soon as everything waits for it, and that can lose time. */
export interface ManualClock extends ActingClock {
  /** Does something once so many milliseconds have passed. */
  after(milliseconds: number, act: () => void): void;
  /** Its owner is kept from acting for so many milliseconds. */
  lose(milliseconds: number): void;
}

/** A clock that begins with the year 2030. */
export function manualClock(): ManualClock {
  let now = Date.UTC(2030);
  let isRunning = false;
  const due: { at: number; act: () => void }[] = [];
  const lost: { from: number; to: number }[] = [];
  const next = () => {
    const first = due.shift();
    isRunning = first !== undefined;
    if (!first) return;
    now = Math.max(now, first.at);
    first.act();
    setImmediate(next);
  };
  const after = (milliseconds: number, act: () => void) => {
    const at = now + milliseconds;
    const place = due.findIndex((other) => other.at > at);
    due.splice(place < 0 ? due.length : place, 0, { at, act });
    if (!isRunning) setImmediate(next);
    isRunning = true;
  };
  return {
    now: () => now,
    after,
    wait: (milliseconds) => new Promise((over) => after(milliseconds, over)),
    lose(milliseconds) {
      lost.push({ from: now, to: now + milliseconds });
      now += milliseconds;
    },
    lostWithin: (from, to) =>
      lost.filter((each) => each.to > from && each.from < to).reduce((sum, each) => sum + each.to - each.from, 0),
    end: () => undefined,
  };
}
