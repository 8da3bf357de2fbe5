import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CheckedRecordings, checkRecordings } from "../../library/check-recordings.ts";
import { fileJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { tellGithub, writeReports } from "../../reports/write-reports.ts";
import { exitOf } from "../exits.ts";
import { type Io, jsonText } from "../io.ts";
import { withOut } from "../out-lock.ts";

export interface CheckOptions {
  out: string;
  json?: true;
  quiet?: true;
}

/** Holds recorded traffic against the rules of one exchange, and tells what was found as a run does. */
export async function check(files: string[], options: CheckOptions, io: Io): Promise<number> {
  const record = checkRecordings(files);
  return withOut(options.out, () => tell(record, options, io));
}

async function tell(record: CheckedRecordings, options: CheckOptions, io: Io): Promise<number> {
  const { results, entries, strangers } = record;
  const file = writeResults(options.out, results);
  // The journal of an earlier run is about other exchanges.
  rmSync(join(options.out, journalName), { force: true });
  const journal = fileJournal(join(options.out, journalName));
  for (const entry of entries) journal.write(entry);
  await writeReports(options.out, record);
  tellGithub(record, io);
  if (options.json) io.stdout.write(jsonText(results));
  else {
    if (strangers > 0 && !options.quiet) io.stdout.write(strangersLine(strangers));
    io.stdout.write(
      runSummary(results, file, { paint: io.paint, isTerminal: io.stdout.isTTY, isQuiet: options.quiet }),
    );
  }
  return exitOf[results.verdict];
}

const strangersLine = (count: number): string =>
  count === 1
    ? "1 recorded request matches no documented operation\n"
    : `${count} recorded requests match no documented operation\n`;
