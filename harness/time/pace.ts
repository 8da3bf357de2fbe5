/** The pace at which requests are sent. */
export interface Pace {
  /** Waits until one more request keeps within every window. */
  turn(): Promise<void>;
  /** Notes that the last request has been answered: it may have arrived as late as now. */
  answered(): void;
}

/** A clock that can be read and waited on: the target's own, or the wall's. */
export interface Timer {
  now(): number;
  /** The latest that it may be, where the time is not known exactly. */
  latest?(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The time of the machine that runs assay. */
export const wallTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  async wait(milliseconds) {
    for (let left = milliseconds; left > 0; left -= longestTimer)
      await new Promise((done) => setTimeout(done, Math.min(left, longestTimer)));
  },
};

/** A timer that is set for longer comes at once. */
const longestTimer = 2 ** 31 - 1;

/** Keeps requests within a number a second and a number a minute, counted over sliding windows. */
export function createPace(rate: { per_second: number; per_minute: number }, timer: Timer = wallTimer): Pace {
  const windows = [
    { span: 1000, most: rate.per_second },
    { span: 60_000, most: rate.per_minute },
  ];
  const sent: number[] = [];
  const latest = () => timer.latest?.() ?? timer.now();
  return {
    async turn() {
      for (;;) {
        const now = timer.now();
        while (sent[0] !== undefined && sent[0] <= now - 60_000) sent.shift();
        const waits = windows.map(({ span, most }) => {
          const oldest = sent.at(-Math.max(1, Math.floor(most)));
          return oldest === undefined ? 0 : oldest + span - now;
        });
        const wait = Math.max(...waits);
        if (wait <= 0) break;
        await timer.wait(Math.ceil(wait));
      }
      sent.push(latest());
    },
    answered() {
      if (sent.length > 0) sent[sent.length - 1] = latest();
    },
  };
}
