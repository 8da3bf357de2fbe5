/** How often the clock is read, in milliseconds. */
const readEvery = 50;

/** How late a reading may be before it counts as a stall, in milliseconds: timers are never exact. */
const tolerated = 50;

/** When this process was kept from running: what arrived meanwhile is seen all at once, which is not the sender's fault. */
export class Stalls {
  readonly #stalls: { from: number; to: number }[] = [];
  readonly #timer = setInterval(() => this.#read(), readEvery).unref();
  #last = Date.now();

  #read(): void {
    const now = Date.now();
    if (now - this.#last > readEvery + tolerated) this.#stalls.push({ from: this.#last, to: now });
    this.#last = now;
  }

  /** How much of a span was lost, in milliseconds; a stall that overlaps the span counts whole. */
  within(from: number, to: number): number {
    this.#read();
    const overlapping = this.#stalls.filter((stall) => stall.to > from && stall.from < to);
    return overlapping.reduce((sum, stall) => sum + stall.to - stall.from, 0);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
