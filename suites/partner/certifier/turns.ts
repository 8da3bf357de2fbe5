/** Lets one after the other do something that two must not do at once. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Does something once everybody before has ended. */
  take<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
