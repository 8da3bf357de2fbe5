import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import type { Results } from "../../record/results.ts";

/** The outcome of a failure that was tried again. */
interface TriedFailure {
  id: string;
  title: string;
  state: "fixed" | "still failing" | "flaky" | "not reproducible";
  reason?: string;
}

/** The outcome of trying failures again, and its cost. */
export interface Tried {
  failures: readonly TriedFailure[];
  requests: number;
  seconds: number;
}

const colours = {
  fixed: "green",
  "still failing": "red",
  flaky: "yellow",
  "not reproducible": "yellow",
} as const satisfies Record<TriedFailure["state"], keyof Paint>;

/** The results of a replay, for a person at a terminal, beside the run that it repeats. */
export function replayText({ failures, requests, seconds }: Tried, whole: Results, paint: Paint): string {
  const lines = failures.flatMap(({ id, title, state, reason }) => [
    `${paint[colours[state]](state)} ${id}  ${printable(title)}`,
    ...(reason ? [`  ${printable(reason)}`] : []),
  ]);
  const fixed = failures.filter(({ state }) => state === "fixed").length;
  const wholeSeconds = (Date.parse(whole.finished) - Date.parse(whole.started)) / 1000;
  return [
    ...lines,
    "",
    `${fixed} of ${counted(failures.length, "failure")} fixed`,
    `${counted(requests, "request")} in ${seconds.toFixed(1)} s; the whole run took ${whole.requests} in ${wholeSeconds.toFixed(1)} s`,
    "",
  ].join("\n");
}
