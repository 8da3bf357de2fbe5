import { identifySuite } from "../specs/suite.ts";
import { resultsFrom } from "./from-journal.ts";
import { BoundedEntries } from "./journal/bounded-entries.ts";
import { CappedFindings } from "./journal/capped-findings.ts";
import { Repeats } from "./journal/repeats.ts";
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
  const [entries, capped, repeats] = [new BoundedEntries(), new CappedFindings(), new Repeats()];
  const add = (entry: Entry): void => {
    entries.add(entry);
    onEntry?.(entry);
  };
  const write = (entry: Entry): void => repeats.take(entry).forEach(store);
  const store = (entry: Entry): void => {
    // An entry that was only counted belongs to the proof that made it.
    if (entry.kind === "proof" || entry.kind === "end")
      for (const finding of capped.release()) add({ kind: "finding", ...finding });
    if (entry.kind !== "finding" || capped.admits(entry)) add(entry);
  };
  write({ kind: "run", suite: identifySuite(), ...facts, started });
  return {
    get entries() {
      return entries.all;
    },
    write,
    end(complete) {
      write({ kind: "end", at: new Date().toISOString(), complete });
      return { results: resultsFrom(entries.all), entries: entries.all };
    },
  };
}
