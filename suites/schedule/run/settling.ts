import { seconds } from "../../../base/durations.ts";
import { edge } from "../../model/time-limits.ts";

/** The target's clock, as a run reads it and waits on it. */
export interface TargetClock {
  now(): number;
  advanceTo(time: number): Promise<void>;
}

/** The time after a write in which a read may still show what was before: nothing promises that a write is seen at once. */
export class Settling {
  /** True if a read was seen to lag; after that reads wait until writes have settled. */
  hasLagged = false;
  /** For how long after a write a read may lag, in milliseconds. */
  readonly span: number;
  readonly #clock: TargetClock;
  #wroteAt = Number.NEGATIVE_INFINITY;

  constructor(span: number, clock: TargetClock) {
    this.span = span;
    this.#clock = clock;
  }

  noteWrite(): void {
    this.#wroteAt = this.#clock.now();
  }

  /** When the last write has settled for certain. */
  get #end(): number {
    return this.span === 0 ? Number.NEGATIVE_INFINITY : this.#wroteAt + this.span + edge;
  }

  /** True if the last write may not be seen by every read yet. */
  get isUnderWay(): boolean {
    return this.#clock.now() < this.#end;
  }

  /** Waits for a second of the target's time. */
  async awaitSecond(): Promise<void> {
    await this.#clock.advanceTo(this.#clock.now() + seconds(1));
  }

  /** Waits until the last write has settled. */
  async awaitEnd(): Promise<void> {
    if (this.isUnderWay) await this.#clock.advanceTo(this.#end);
  }

  /** Notes that a read lagged, and returns by how many whole seconds. */
  noteLag(what: string): { what: string; seconds: number } {
    this.hasLagged = true;
    return { what, seconds: Math.ceil((this.#clock.now() - this.#wroteAt) / seconds(1)) };
  }
}
