import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../base/errors.ts";
import { resultsFrom } from "./from-journal.ts";
import { type Entry, entriesOf } from "./journal.ts";
import { readJournal } from "./read-journal.ts";
import { type Results, readResults } from "./results.ts";
import type { PastRun, SinceThen } from "./since.ts";

/** The record of a run: what was found, and everything that was written on the way. */
export interface RunRecord {
  results: Results;
  entries: readonly Entry[];
  /** What changed since an earlier run, where there is one. */
  since?: SinceThen | undefined;
  /** The runs of the past, this one last. */
  past?: readonly PastRun[];
}

/** The name of a run's journal in its folder. */
export const journalName = "journal.jsonl";

/** Reads the record of a run from its folder; the results of a run that was killed are made from its journal. */
export function readRun(folder: string): RunRecord {
  const journal = join(folder, journalName);
  const entries = existsSync(journal) ? readJournal(journal) : [];
  const runs = entriesOf(entries, "run");
  const results = readResults(folder);
  if (results) {
    // A folder may hold the journal of another run than the one whose results were written last.
    const isOther = runs.some(({ name }) => name !== results.subject.name);
    return { results, entries: isOther ? [] : entries };
  }
  if (runs.length > 0) return { results: resultsFrom(entries), entries };
  throw new UsageError(
    `${folder}: there is neither a results.json nor the ${journalName} of a run; give a folder that a run wrote (--out)`,
  );
}
