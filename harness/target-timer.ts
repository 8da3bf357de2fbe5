import type { Control, ControlDescription } from "./control.ts";
import { ControlFailure } from "./control-calls.ts";
import { type Timer, wallTimer } from "./pace.ts";

/** Time as a target has it: where its clock can be moved, waiting moves it; elsewhere time passes by itself. */
export function timerOf(
  control: Control | undefined,
  description: ControlDescription | undefined,
  elsewhere: Timer = wallTimer,
): Timer {
  if (!control || !description?.capabilities.includes("clock")) return elsewhere;
  // What the target said last, and when by our own clock.
  let known = Date.parse(description.now);
  let knownAt = performance.now();
  return {
    now: () => known + (description.clock === "running" ? performance.now() - knownAt : 0),
    async wait(milliseconds) {
      const seconds = Math.ceil(milliseconds / 1000);
      const { now } = await control.advance(seconds);
      const moment = Date.parse(now);
      // Whoever waits goes on only once the time has come, so a clock that stands still would make a run endless.
      if (moment < known + milliseconds - tolerance || moment <= known)
        throw new ControlFailure(
          `the target's clock shows ${now} after it was moved on by ${seconds} s from ${new Date(known).toISOString()}`,
        );
      known = moment;
      knownAt = performance.now();
    },
  };
}

/** Clocks that show whole seconds may seem to fall short by nearly one. */
const tolerance = 1000;
