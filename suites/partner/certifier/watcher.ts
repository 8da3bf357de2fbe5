import type { CertificationContext } from "../context.ts";
import { isWork } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { Halt } from "./halt.ts";
import type { Traffic } from "./traffic.ts";

/** Looks at what arrives, and waits for it as long as this process could look. */
export class Watcher {
  readonly #context: CertificationContext;
  readonly #traffic: Traffic;
  readonly #reasonToHalt: () => Halt | undefined;
  #halt: Halt | undefined;
  #isOver = false;
  #isRestless = false;

  /** `reasonToHalt` is asked at each look. */
  constructor(context: CertificationContext, traffic: Traffic, reasonToHalt: () => Halt | undefined) {
    this.#context = context;
    this.#traffic = traffic;
    this.#reasonToHalt = reasonToHalt;
  }

  /** The number of milliseconds that have passed since then in which this process could watch: on a busy machine, the application stalls as well. */
  passedSince(time: number): number {
    const { clock } = this.#context;
    const now = clock.now();
    return now - time - clock.lostWithin(time, now);
  }

  /** Reads what has arrived since the last look. */
  look(): void {
    this.#context.interruption.throwIfAborted();
    if (this.#isOver) throw new Halt("the certification is over", false);
    this.#traffic.read();
    this.#halt ??= this.#reasonToHalt();
    if (this.#halt) throw this.#halt;
  }

  /** Ends whatever is still waited for beside the scenarios. */
  end(): void {
    this.#isOver = true;
  }

  /** Waits for something to be seen, at most for some seconds; on a busy machine, up to three times as long, and half a minute longer. */
  async find<T>(seek: () => T | undefined, seconds: number): Promise<T | undefined> {
    const { clock } = this.#context;
    const from = clock.now();
    const longest = milliseconds(Math.min(times.slowestWait * seconds, seconds + times.maxDelay));
    for (let isOver = false; ; await clock.wait(milliseconds(times.lookEvery))) {
      this.look();
      const found = seek();
      if (found !== undefined || isOver) return found;
      // A request that arrived while this process could not run is read only after a timer that fell due meanwhile, so one more look follows.
      isOver = this.passedSince(from) > milliseconds(seconds) || clock.now() - from > longest;
    }
  }

  /** Waits until something is so, at most for some seconds. */
  async until(isSo: () => boolean, seconds: number): Promise<void> {
    await this.find(() => isSo() || undefined, seconds);
  }

  /** Watches for some seconds. */
  async watch(seconds: number): Promise<void> {
    await this.until(() => false, seconds);
  }

  /** Where nothing takes connections any more, the application may have ended, which is noticed a little later: that is reported once, and nothing that follows from it. */
  noticeEnd(): Promise<void> {
    return this.watch(times.endNoticed);
  }

  /** Lets the application finish its work, or what it does for one Location, so that scenarios do not add up to a burst. */
  async settle(location?: number, most: number = times.maxSettling): Promise<void> {
    const from = this.#context.clock.now();
    const { requests } = this.#traffic;
    const isQuiet = () => {
      const last = requests.findLast(
        (request) =>
          isWork(request) &&
          (location === undefined || request.location === undefined || request.location === location),
      );
      return this.passedSince(Math.max(from, last?.at ?? 0)) > milliseconds(times.settledAfter);
    };
    if (!this.#isRestless) await this.until(isQuiet, most);
    this.#isRestless ||= !isQuiet();
  }
}
