import type { ProgressFacts } from "../../runs/progress.ts";

/** The surroundings of a task, besides its input. */
export interface TaskTools {
  /** Ends the task; what it returns then is not complete. */
  signal: AbortSignal;
  report: (facts: ProgressFacts) => void;
}

/** News of a process that does a task: progress, as a sign of life too; and at its end, the outcome of the task. */
export type TaskNews = { facts: ProgressFacts[] } | TaskEnd;

export type TaskEnd = { output: unknown } | { refused: string } | { failed: string };
