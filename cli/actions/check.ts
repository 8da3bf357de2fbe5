import { dirname, join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { realPath } from "../../base/files/real-path.ts";
import { type CheckedRecordings, checkRecordings } from "../../library/check-recordings.ts";
import { fileJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { reportToGithub, writeReports } from "../../reports/write-reports.ts";
import { replacing } from "../folders/out-folder.ts";
import { withOut } from "../folders/out-lock.ts";
import { exitOf } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";

export interface CheckOptions {
  out: string;
  json?: true;
  quiet?: true;
}

/** Checks recorded traffic against the rules of one exchange, and reports what was found as a run does. */
export async function check(files: string[], options: CheckOptions, io: Io): Promise<number> {
  const inside = files.find((file) => realPath(dirname(file)) === realPath(options.out));
  if (inside !== undefined)
    throw new UsageError(`--out: ${options.out} is the folder of ${inside}, whose run it would replace; name another`);
  const record = checkRecordings(files);
  return withOut(options.out, () => replacing(options.out, undefined, () => printOutcome(record, options, io)));
}

async function printOutcome(record: CheckedRecordings, options: CheckOptions, io: Io): Promise<number> {
  const { results, entries, strangers } = record;
  const file = writeResults(options.out, results);
  const journal = fileJournal(join(options.out, journalName));
  for (const entry of entries) journal.write(entry);
  await writeReports(options.out, record);
  reportToGithub(record, io);
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
