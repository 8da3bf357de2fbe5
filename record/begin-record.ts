import { resultsFrom } from "./from-journal.ts";
import type { Entry, Journal, RunFacts } from "./journal.ts";
import type { RunRecord } from "./run-folder.ts";

/** The record of a run that is under way, kept in memory. */
export interface OpenRecord extends Journal {
  readonly entries: readonly Entry[];
  /** Ends the run, and answers its record. */
  end(complete: boolean): RunRecord;
}

/** Begins the record of a run; a listener gets every entry as it is written. */
export function beginRecord(
  { started = new Date().toISOString(), ...facts }: Omit<RunFacts, "started"> & Partial<Pick<RunFacts, "started">>,
  onEntry?: (entry: Entry) => void,
): OpenRecord {
  const entries: Entry[] = [];
  const write = (entry: Entry): void => {
    entries.push(entry);
    onEntry?.(entry);
  };
  write({ kind: "run", ...facts, started });
  return {
    entries,
    write,
    end(complete) {
      write({ kind: "end", at: new Date().toISOString(), complete });
      return { results: resultsFrom(entries), entries };
    },
  };
}
