/** More wait in a line than can be done soon. */
export class LineFull extends Error {}

/** Does a few things at once; some others wait for that, in order. */
export class Line {
  readonly #waiting: (() => void)[] = [];
  readonly #max: number;
  readonly #maxWaiting: number;
  #going = 0;

  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
  }

  get isEmpty(): boolean {
    return this.#going === 0;
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#maxWaiting) throw new LineFull("too many requests at once");
    if (this.#going < this.#max) this.#going++;
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#going--;
    }
  }
}
