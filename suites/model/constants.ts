/** A point that the specification leaves open, and that a subject decides once: the first response that decides it binds it, and later ones must agree. */
export class Constant<T> {
  #value: T | undefined;

  get value(): T | undefined {
    return this.#value;
  }

  /** Binds the constant, unless it is bound; returns whether a value agrees with it. */
  agrees(value: T): boolean {
    this.#value ??= value;
    return this.#value === value;
  }
}

/** The constants of a subject; they hold for a whole run, whichever worlds it opens. */
export class Constants {
  /** The number of the first page of each v1 list. */
  readonly firstPages = new Map<string, Constant<number>>();
  /** How many minutes the times without an offset are ahead of UTC, by the half of the year: clocks may change between them. */
  readonly zones = new Map<string, Constant<number>>();

  firstPage(operation: string): Constant<number> {
    return bound(this.firstPages, operation);
  }

  /** The zone of a moment: the same within a month, since clocks change twice a year. */
  zone(moment: number): Constant<number> {
    return bound(this.zones, new Date(moment).toISOString().slice(0, 7));
  }
}

function bound<T>(constants: Map<string, Constant<T>>, name: string): Constant<T> {
  const known = constants.get(name) ?? new Constant<T>();
  constants.set(name, known);
  return known;
}
