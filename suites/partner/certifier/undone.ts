import { type CertificationContext, quietSeconds } from "../context.ts";
import { milliseconds, times } from "../times.ts";
import { Halt } from "./halt.ts";
import type { Traffic } from "./traffic.ts";
import type { Watcher } from "./watcher.ts";

/** Tasks that were left undone, and may come late: an application that was busy may do them while other things are tried. */
export class Undone {
  readonly #watcher: Watcher;
  readonly #traffic: Traffic;
  readonly #context: CertificationContext;
  readonly #left: { isDone: () => boolean; reportLeft: () => void }[] = [];

  constructor(context: CertificationContext, traffic: Traffic, watcher: Watcher) {
    this.#context = context;
    this.#traffic = traffic;
    this.#watcher = watcher;
  }

  /** Reports something later, unless it is done by then. Where things are tried several times, it is reported at once, since later tries count. */
  unlessLater(isDone: () => boolean, reportLeft: () => void): void {
    if (this.#context.network.isRemote) reportLeft();
    else this.#left.push({ isDone, reportLeft: this.#context.recorder.asPartOfThis(reportLeft) });
  }

  /** Waits a little for what was left undone, and reports what still is. */
  async reportLeft(): Promise<void> {
    const isUndone = () => this.#left.some(({ isDone }) => !isDone());
    const began = this.#context.clock.now();
    const isIdle = () =>
      this.#watcher.passedSince(began) > milliseconds(times.undone.min) &&
      this.#watcher.passedSince(this.#traffic.requests.at(-1)?.at ?? 0) > milliseconds(quietSeconds(this.#context));
    if (isUndone()) await this.#watcher.until(() => !isUndone() || isIdle(), times.undone.max).catch(ignoreHalt);
    for (const { isDone, reportLeft } of this.#left.splice(0)) if (!isDone()) reportLeft();
  }
}

/** An application that has ended does nothing late. */
const ignoreHalt = (error: unknown): void => {
  if (!(error instanceof Halt)) throw error;
};
