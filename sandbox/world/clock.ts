/** Something that falls due at a time of the sandbox's clock. */
interface Task {
  due: number;
  order: number;
  run: () => Promise<void> | void;
}

/** Node's timers wait 24.8 days at most; after that, a longer wait sets the next timer. */
const longestTimer = 2 ** 31 - 1;

/** Where every clock ends: a date-time of the specification has a year of four digits. */
export const latestTime = Date.parse("9999-12-31T23:59:59Z");

/** Where a frozen clock starts. */
const beginning = Date.parse("2026-03-02T09:00:00Z");

/** The sandbox's own time. A frozen clock moves only when it is advanced; a running clock is real time, and can be advanced as well. */
export class Clock {
  readonly kind: "frozen" | "running";
  readonly #realNow: () => number;
  #frozenAt: number;
  #offset = 0;
  #tasks: Task[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #moves: Promise<void> = Promise.resolve();
  #isMoving = false;
  /** The work that fell due by itself, until it has come to its end. */
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(kind: "frozen" | "running", startsAt?: number, now = () => Date.now()) {
    this.kind = kind;
    this.#realNow = now;
    this.#frozenAt = startsAt ?? beginning;
    if (startsAt !== undefined && kind === "running") this.#offset = Math.max(0, startsAt - now());
  }

  /** Milliseconds since 1970, on this clock. */
  now(): number {
    return this.kind === "frozen" ? this.#frozenAt : this.#realNow() + this.#offset;
  }

  iso(time = this.now()): string {
    return new Date(time).toISOString().replace(".000Z", "Z");
  }

  /** Runs a task when it falls due; returns a function that cancels it. */
  at(due: number, run: Task["run"]): () => void {
    const task = { due, order: this.#count++, run };
    this.#tasks.push(task);
    this.#tasks.sort((a, b) => a.due - b.due || a.order - b.order);
    this.#watch();
    return () => {
      this.#tasks = this.#tasks.filter((pending) => pending !== task);
      this.#watch();
    };
  }

  /** Moves the clock on; resolves once everything that fell due on the way has been started, in order. */
  advance(milliseconds: number): Promise<void> {
    // Moves queue up, so that each moves the clock by its full length.
    const moved = this.#moves.then(() => this.#move(milliseconds));
    this.#moves = moved.catch(() => undefined);
    return moved;
  }

  async #move(milliseconds: number): Promise<void> {
    const goal = this.now() + milliseconds;
    // Meanwhile nothing falls due by itself: each task gets its real time before the clock moves on.
    this.#isMoving = true;
    clearTimeout(this.#timer);
    try {
      await this.#underWay;
      for (let due = this.#tasks[0]?.due; due !== undefined && due <= goal; due = this.#tasks[0]?.due) {
        this.#moveTo(due);
        await Promise.all(this.#startDue());
      }
      this.#moveTo(goal);
    } finally {
      this.#isMoving = false;
      this.#watch();
    }
  }

  /** Drops every task that has not fallen due. */
  clear(): void {
    this.#tasks = [];
    clearTimeout(this.#timer);
  }

  /** Starts every task that is due by now. */
  #startDue(): Promise<void>[] {
    const now = this.now();
    const due = this.#tasks.filter((task) => task.due <= now);
    this.#tasks = this.#tasks.filter((task) => task.due > now);
    return due.map(async (task) => task.run());
  }

  /** Never moves back. */
  #moveTo(time: number): void {
    const step = Math.max(0, time - this.now());
    if (this.kind === "frozen") this.#frozenAt += step;
    else this.#offset += step;
  }

  /** On a running clock, sets a timer for the next task. */
  #watch(): void {
    if (this.kind === "frozen" || this.#isMoving) return;
    clearTimeout(this.#timer);
    const [next] = this.#tasks;
    if (!next) return;
    const wake = () => {
      this.#underWay = Promise.all([this.#underWay, ...this.#startDue()]);
      this.#watch();
    };
    this.#timer = setTimeout(wake, Math.min(Math.max(0, next.due - this.now()), longestTimer));
    this.#timer.unref();
  }
}
