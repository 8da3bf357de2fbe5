/** Something that falls due at a time of the sandbox's clock. */
interface Task {
  due: number;
  order: number;
  run: () => Promise<void> | void;
}

/** Where a frozen clock stands before it is first moved. */
const beginning = Date.parse("2026-03-02T09:00:00Z");

/** The sandbox's own time: frozen, it moves only when told; running, it is real time and can be moved on. */
export class Clock {
  readonly kind: "frozen" | "running";
  #frozenAt: number;
  #offset = 0;
  #tasks: Task[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #moves: Promise<void> = Promise.resolve();

  constructor(kind: "frozen" | "running", startsAt?: number) {
    this.kind = kind;
    this.#frozenAt = startsAt ?? beginning;
    if (startsAt !== undefined && kind === "running") this.#offset = Math.max(0, startsAt - Date.now());
  }

  /** Milliseconds since 1970, on this clock. */
  now(): number {
    return this.kind === "frozen" ? this.#frozenAt : Date.now() + this.#offset;
  }

  iso(time = this.now()): string {
    return new Date(time).toISOString().replace(".000Z", "Z");
  }

  /** Runs something once the clock has come to a time; returns how to call it off. */
  at(due: number, run: Task["run"]): () => void {
    const task = { due, order: this.#count++, run };
    this.#tasks.push(task);
    this.#tasks.sort((one, other) => one.due - other.due || one.order - other.order);
    this.#watch();
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== task);
      this.#watch();
    };
  }

  /** Moves the clock on; done once everything that fell due on the way has been started, in order. */
  advance(milliseconds: number): Promise<void> {
    // A move that comes while another is under way follows it, so that each moves the clock by its whole length.
    const moved = this.#moves.then(() => this.#move(milliseconds));
    this.#moves = moved.catch(() => undefined);
    return moved;
  }

  async #move(milliseconds: number): Promise<void> {
    const goal = this.now() + milliseconds;
    for (let due = this.#tasks[0]?.due; due !== undefined && due <= goal; due = this.#tasks[0]?.due) {
      this.#moveTo(due);
      await Promise.all(this.#startDue());
    }
    this.#moveTo(goal);
    this.#watch();
  }

  /** Forgets everything that has not fallen due. */
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

  /** On a running clock, wakes up when the next task falls due. */
  #watch(): void {
    if (this.kind === "frozen") return;
    clearTimeout(this.#timer);
    const [next] = this.#tasks;
    if (!next) return;
    const wake = () => {
      void Promise.all(this.#startDue());
      this.#watch();
    };
    // Timers take at most 24.8 days; a longer wait is simply taken up again.
    this.#timer = setTimeout(wake, Math.min(Math.max(0, next.due - this.now()), 2 ** 31 - 1));
    this.#timer.unref();
  }
}
