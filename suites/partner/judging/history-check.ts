import type { Watcher } from "../certifier/watcher.ts";

export type Judge = (watcher: Watcher) => void | Promise<void>;

/** What must hold of all requests together. */
export interface HistoryCheck {
  judges: readonly string[];
  judge: Judge;
}
