import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../base/errors.ts";
import { checkFormat } from "../base/format-check.ts";
import { resultsFrom } from "./from-journal.ts";
import { type Entry, readJournal } from "./journal.ts";
import type { Results } from "./results.ts";

/** A run as reports see it: what was found, and everything that was written down on the way. */
export interface RunRecord {
  results: Results;
  entries: readonly Entry[];
  /** The requirements that a partner mends, in this order. */
  mends?: readonly string[];
}

/** The name of a run's journal in its folder. */
export const journalName = "journal.jsonl";

/** Reads a run out of its folder; the results of one that was killed are read out of its journal. */
export function readRun(folder: string): RunRecord {
  const journal = join(folder, journalName);
  const entries = existsSync(journal) ? readJournal(journal) : [];
  const results = resultsIn(folder);
  // A folder may hold the journal of another run than the one whose results were written last.
  const isOther = entries.some((entry) => entry.kind === "run" && entry.name !== results?.subject.name);
  if (results) return isOther ? { results, entries: [] } : { results, entries };
  if (entries.some(({ kind }) => kind === "run")) return { results: resultsFrom(entries), entries };
  throw new UsageError(
    `${folder}: there is neither a results.json nor the ${journalName} of a run; give a folder that a run wrote (--out)`,
  );
}

function resultsIn(folder: string): Results | undefined {
  const file = join(folder, "results.json");
  if (!existsSync(file)) return undefined;
  let results: unknown;
  try {
    results = JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    throw new UsageError(`${file}: this is not JSON; remove it, and the journal will be read instead`);
  }
  if ((results as Partial<Results> | null)?.format !== "assay-results/1")
    throw new UsageError(
      `${file}: format: these are no results of a run (assay-results/1); give a folder that a run wrote`,
    );
  const [complaint] = checkFormat("results", results);
  if (complaint) throw new UsageError(`${file}: ${complaint.path.join(".")}: ${complaint.what}`);
  return results as Results;
}
