import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../base/errors.ts";
import { isCurlLine } from "../harness/curl.ts";
import { resultsFrom } from "./from-journal.ts";
import { BoundedEntries } from "./journal/bounded-entries.ts";
import { readJournal } from "./journal/read-journal.ts";
import { type Entry, entriesOf } from "./journal.ts";
import { type Results, readResults } from "./results.ts";
import type { PastRun, SinceThen } from "./since.ts";
import { verdictOf, worstVerdict } from "./verdict.ts";

/** The record of a run: what was found, and everything that was written on the way. */
export interface RunRecord {
  results: Results;
  entries: readonly Entry[];
  /** Changes since an earlier run, where there is one. */
  since?: SinceThen | undefined;
  /** The runs of the past, this one last. */
  past?: readonly PastRun[];
}

/** The name of a run's journal in its folder. */
export const journalName = "journal.jsonl";

/**
 * Reads the results of a folder, where there are any. Someone may have handed them over: a verdict that is better than what was judged does not count,
 * and a curl line of another form than ours is left out.
 */
export function readJudged(folder: string): Results | undefined {
  const results = readResults(folder);
  if (!results) return undefined;
  const { verdict, requirements, contracts } = results;
  return {
    ...results,
    verdict: worstVerdict([verdict, verdictOf(results)]),
    requirements: requirements.map(withOwnCurl),
    ...(contracts ? { contracts: contracts.map(withOwnCurl) } : {}),
  };
}

const withOwnCurl = <T extends { evidence: readonly { curl?: string }[] }>(result: T): T =>
  result.evidence.every(hasOwnCurl) ? result : { ...result, evidence: result.evidence.map(withoutForeignCurl) };

const hasOwnCurl = ({ curl }: { curl?: string }): boolean => curl === undefined || isCurlLine(curl);

function withoutForeignCurl<T extends { curl?: string }>(evidence: T): T {
  if (hasOwnCurl(evidence)) return evidence;
  const { curl: _, ...rest } = evidence;
  return rest as T;
}

const withoutForeignLine = (entry: Entry): Entry => (entry.kind === "finding" ? withoutForeignCurl(entry) : entry);

/** Reads the record of a run from its folder, and every entry of its journal where it is to be whole; the results of a run that was killed are made from its journal. */
export function readRun(folder: string, { isWhole = false } = {}): RunRecord {
  const journal = join(folder, journalName);
  const held = new BoundedEntries(isWhole ? Number.POSITIVE_INFINITY : undefined);
  const entries = existsSync(journal) ? readJournal(journal, held).map(withoutForeignLine) : [];
  const runs = entriesOf(entries, "run");
  const results = readJudged(folder);
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
