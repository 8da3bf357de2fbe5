import type { Traffic } from "../certifier/traffic.ts";
import type { CertificationContext } from "../context.ts";
import type { PartnerFinding, Recorder } from "../recorder.ts";

/** Everything that an application has sent, what is known about it, and who takes down what is judged. */
export interface History extends Pick<Traffic, "requests" | "strays" | "links"> {
  context: CertificationContext;
  recorder: Pick<Recorder, "judged" | "finding" | "untestable" | "observe">;
}

/** The number of times that a limit of time may be exceeded by accident: anyone who exceeds it further is not tried again. */
const largestAccident = 2;

/** How something is tried again that exceeds a limit of time or of a rate: an accident of the machine or of the network may explain a little too much. */
export const againIfLittle = (found: number, limit: number): PartnerFinding["again"] =>
  found < largestAccident * limit ? "the history" : undefined;

export type Judge = (history: History) => void;

/** A condition on all requests together. */
export interface HistoryCheck {
  judges: readonly string[];
  judge: Judge;
}
