// The provider's own clock: frozen (moves by advance only) or running; what falls due runs on it, in order.
import { moment, SECOND } from "./util.mjs";

export class Clock {
  constructor(mode, settleMs) {
    Object.assign(this, {
      frozen: mode !== "running",
      time: moment("2027-03-06T08:07:05"),
      shift: 0,
      tasks: [],
      seq: 0,
      settleMs,
    });
    this.turn = Promise.resolve();
    if (!this.frozen) (this.timer = setInterval(() => this.runUntil(this.now()), 40)).unref();
  }
  now() {
    return this.frozen ? this.time : Date.now() + this.shift;
  }
  moveTo(t) {
    if (this.frozen) this.time = Math.max(this.time, t);
    else this.shift += Math.max(0, t - this.now());
  }
  at(time, run) {
    this.tasks.push({ time, run, n: this.seq++ });
    this.tasks.sort((a, b) => a.time - b.time || a.n - b.n);
  }

  /** Starts all that is due at the next due moment up to `limit`; answers their promises, or null. */
  startNext(limit) {
    if (!this.tasks.length || this.tasks[0].time > limit) return null;
    const { time } = this.tasks[0];
    this.moveTo(time);
    const due = this.tasks.filter((t) => t.time <= time);
    this.tasks = this.tasks.filter((t) => t.time > time);
    return due.map((t) => t.run());
  }
  runUntil(limit) {
    while (this.startNext(limit));
  }

  advance(seconds) {
    const step = async () => {
      const target = this.now() + seconds * SECOND;
      for (let begun; (begun = this.startNext(target)); ) {
        const waiting = begun.filter(Boolean);
        let timer; // a short real time for receivers to answer
        if (waiting.length)
          await Promise.race([
            Promise.all(waiting),
            new Promise((go) => {
              timer = setTimeout(go, this.settleMs);
            }),
          ]);
        clearTimeout(timer);
      }
      this.moveTo(target);
      return this.now();
    };
    return (this.turn = this.turn.then(step));
  }
  clear() {
    this.tasks = [];
  }
  close() {
    clearInterval(this.timer);
    this.clear();
  }
}
