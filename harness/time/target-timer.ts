import type { Control, ControlDescription } from "../control/control.ts";
import { ControlFailure } from "../control/control-calls.ts";
import { type Timer, wallTimer } from "./pace.ts";

/** Time as a target has it: where its clock can be moved, waiting moves it; elsewhere time passes by itself. */
export function timerOf(
  control: Control | undefined,
  description: ControlDescription | undefined,
  elsewhere: Timer = wallTimer,
): Timer {
  if (!control || !description?.capabilities.includes("clock")) return elsewhere;
  // The target's last time, and when it said so by our own clock.
  let known = Date.parse(description.now);
  let knownAt = performance.now();
  // How old that may have been on its arrival, with what it left out of its last second.
  let age = tolerance;
  const isRunning = description.clock === "running";
  const now = () => known + (isRunning ? performance.now() - knownAt : 0);
  return {
    now,
    latest: () => now() + (isRunning ? age : 0),
    async wait(milliseconds) {
      const seconds = Math.ceil(milliseconds / 1000);
      const asked = performance.now();
      const { now: shown } = await control.advance(seconds);
      const moment = Date.parse(shown);
      // Anyone who waits goes on only once the time has come, so a clock that stands still would make a run endless.
      if (moment < known + milliseconds - tolerance || moment <= known)
        throw new ControlFailure(
          `the target's clock shows ${shown} after it was moved on by ${seconds} s from ${new Date(known).toISOString()}`,
        );
      known = moment;
      knownAt = performance.now();
      age = knownAt - asked + (/\.\d{3}/.test(shown) ? 1 : tolerance);
    },
  };
}

/** Clocks that show whole seconds may seem to fall short by nearly one. */
const tolerance = 1000;
