// The platform's clock: it stands still until someone moves it, and then does what falls due on the way, in order.

export class Clock {
  #now = Date.parse("2026-03-02T09:00:00Z");
  #due = [];

  now() {
    return this.#now;
  }

  iso() {
    return new Date(this.#now).toISOString();
  }

  /** The form of older fields. */
  local() {
    return this.iso().slice(0, 19).replace("T", " ");
  }

  /** Does something later; the promise that it returns is waited for before the clock moves on. */
  later(milliseconds, task) {
    this.#due.push({ at: this.#now + milliseconds, task });
    this.#due.sort((a, b) => a.at - b.at);
  }

  forget() {
    this.#due = [];
  }

  async move(milliseconds) {
    const end = this.#now + milliseconds;
    while (this.#due[0] && this.#due[0].at <= end) {
      const { at, task } = this.#due.shift();
      this.#now = at;
      await task();
    }
    this.#now = end;
  }
}
