import { UsageError } from "../base/errors.ts";
import { resultsFrom } from "../record/from-journal.ts";
import { type Entry, entriesOf } from "../record/journal.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { sinceThen } from "../record/since.ts";
import { identifySuite } from "../specs/suite.ts";
import { judgeAgain } from "../suites/judging/judge-again.ts";

/** Judges the record of a run again by the present suite, without sending anything, and compares it with what was found then. */
export async function judgeRunAgain(run: RunRecord): Promise<RunRecord> {
  if (entriesOf(run.entries, "run").length === 0)
    throw new UsageError("there is no journal of this run; judge again a folder that has its journal.jsonl");
  const again = await judgeAgain(run.entries);
  const lacks = [...again.lacks].map(([what, times]) => ({ what, times }));
  const entries = again.entries.map((entry): Entry => {
    if (entry.kind !== "run") return entry;
    const { suite: first, ...facts } = entry;
    return { ...facts, suite: identifySuite(), judgedAgain: { ...(first ? { first } : {}), lacks } };
  });
  const results = resultsFrom(entries);
  return { entries, results, since: sinceThen(run.results, results) };
}
