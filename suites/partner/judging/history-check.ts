import type { Watcher } from "../certifier/watcher.ts";
import type { Recorder } from "../recorder.ts";

/** Everything that an application has sent, what is known about it, and who takes down what is judged. */
export interface History extends Pick<Watcher, "requests" | "strays" | "links" | "stalls" | "context"> {
  recorder: Pick<Recorder, "judged" | "finding" | "untestable" | "observe">;
}

export type Judge = (history: History) => void;

/** What must hold of all requests together. */
export interface HistoryCheck {
  judges: readonly string[];
  judge: Judge;
}
