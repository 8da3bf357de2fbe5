import { steadyNow } from "../../base/steady-now.ts";
import { type Timer, wallTimer } from "./pace.ts";
import { Stalls } from "./stalls.ts";

/** A clock that knows when its owner was kept from acting: no one else is to blame for that time. */
export interface ActingClock extends Timer {
  /** How much of a span was lost, in milliseconds. */
  lostWithin(from: number, to: number): number;
  /** Stops watching for lost time. */
  end(): void;
}

/** The clock of this process. */
export function startActingClock(): ActingClock {
  const stalls = new Stalls();
  return {
    now: steadyNow,
    wait: (milliseconds) => wallTimer.wait(milliseconds),
    lostWithin: (from, to) => stalls.within(from, to),
    end: () => stalls.end(),
  };
}
