import type { Traffic } from "../certifier/traffic.ts";
import type { CertificationContext } from "../context.ts";
import type { Recorder } from "../recorder.ts";

/** Everything that an application has sent, what is known about it, and who takes down what is judged. */
export interface History extends Pick<Traffic, "requests" | "strays" | "links"> {
  context: CertificationContext;
  recorder: Pick<Recorder, "judged" | "finding" | "untestable" | "observe">;
}

export type Judge = (history: History) => void;

/** What must hold of all requests together. */
export interface HistoryCheck {
  judges: readonly string[];
  judge: Judge;
}
