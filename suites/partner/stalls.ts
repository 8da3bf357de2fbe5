/** How often the time is looked at, in milliseconds, and how late that may be before it counts. */
const [every, tolerated] = [50, 100];

/** When this process was kept from working: what arrived meanwhile is seen all at once, which is not its sender's fault. */
export class Stalls {
  readonly #stalls: { from: number; to: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let last = Date.now();
    const look = () => {
      const now = Date.now();
      if (now - last > every + tolerated) this.#stalls.push({ from: last, to: now });
      last = now;
    };
    this.#timer = setInterval(look, every).unref();
  }

  /** How much of a time was lost, in milliseconds; a stall that ends in it counts whole. */
  within(from: number, to: number): number {
    const touching = this.#stalls.filter((stall) => stall.to > from && stall.from < to);
    return touching.reduce((sum, stall) => sum + stall.to - stall.from, 0);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
