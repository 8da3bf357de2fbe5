import type { ProgressFacts } from "../../runs/progress.ts";

/** What a task gets besides its input. */
export interface TaskTools {
  /** Ends the task; what it returns then is not complete. */
  signal: AbortSignal;
  report: (facts: ProgressFacts) => void;
}

/** What a process that does a task sends: what is new, as a sign of life too; and at its end, what came of the task. */
export type TaskNews = { facts: ProgressFacts[] } | TaskEnd;

export type TaskEnd = { output: unknown } | { refused: string } | { failed: string };
