import type { Control, ControlDescription } from "./control.ts";
import { type Timer, wallTimer } from "./pace.ts";
import { profileError } from "./profile-error.ts";

/** Time as a target has it: where its clock can be moved, waiting moves it; elsewhere time passes by itself. */
export function timerOf(
  control: Control | undefined,
  description: ControlDescription | undefined,
  elsewhere: Timer = wallTimer,
): Timer {
  if (!control || !description?.capabilities.includes("clock")) return elsewhere;
  // What the target said last, and when by our own clock.
  let known = momentOf(description.now);
  let knownAt = performance.now();
  return {
    now: () => known + (description.clock === "running" ? performance.now() - knownAt : 0),
    async wait(milliseconds) {
      known = momentOf((await control.advance(Math.ceil(milliseconds / 1000))).now);
      knownAt = performance.now();
    },
  };
}

function momentOf(now: string): number {
  const moment = Date.parse(now);
  if (Number.isNaN(moment))
    throw profileError("control.url", `the target gives the time ${JSON.stringify(now)}; expected ISO 8601`);
  return moment;
}
