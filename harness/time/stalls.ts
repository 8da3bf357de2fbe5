import { steadyNow } from "../../base/steady-now.ts";

/** The interval at which the clock is read, in milliseconds. */
const readEvery = 25;

/** How late a reading may be before it counts as a stall, in milliseconds: timers are never exact. */
const tolerated = 25;

/** The longest stall that goes unnoticed, in milliseconds. */
export const unnoticedStall = readEvery + tolerated;

/** How far back stalls in a row are followed, in milliseconds. */
const longestRow = 2_000;

/** When this process was kept from running: what arrived meanwhile is seen all at once, which is not the sender's fault. */
export class Stalls {
  readonly #stalls: { from: number; to: number }[] = [];
  readonly #timer = setInterval(() => this.#read(), readEvery).unref();
  #last = steadyNow();

  #read(): void {
    const now = steadyNow();
    if (now - this.#last > unnoticedStall) this.#stalls.push({ from: this.#last, to: now });
    this.#last = now;
  }

  /** How much of a span was lost, in milliseconds; a stall that overlaps the span counts whole. */
  within(from: number, to: number): number {
    this.#read();
    const overlapping = this.#stalls.filter((stall) => stall.to > from && stall.from < to);
    return overlapping.reduce((sum, stall) => sum + stall.to - stall.from, 0);
  }

  /** When something that was seen at a moment may have arrived: a new connection is seen first and then read, so that stalls in a row keep it waiting. */
  earliest(seen: number): number {
    this.#read();
    let arrived = seen;
    for (let index = this.#stalls.findLastIndex(({ from }) => from < seen); seen - arrived < longestRow; index--) {
      const stall = this.#stalls[index];
      if (!stall || arrived - stall.to > readEvery) break;
      arrived = stall.from;
    }
    return arrived;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
