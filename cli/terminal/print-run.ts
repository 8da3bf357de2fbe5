import { printable } from "../../base/text/printable.ts";
import type { Entry } from "../../record/journal.ts";
import { type Results, writeResults } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { rememberRun, sinceThen } from "../../record/since.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { reportToGithub, writeReports } from "../../reports/write-reports.ts";
import { type Io, jsonText } from "../io/io.ts";

/** Where a run is written, and how much is said of it. */
export interface PrintOptions {
  out: string;
  allure?: true;
  json?: true;
  quiet?: true;
  /** Prints nothing at all, for commands that make a run on their way. */
  silent?: true;
  /** Judges the earlier run by the present suite, where another judged it. */
  again?: () => Promise<Results | undefined>;
}

/** Writes results and reports, and prints what was found. */
export async function printRun(
  judged: RunRecord,
  before: () => Results | undefined,
  options: PrintOptions,
  io: Io,
): Promise<void> {
  for (const line of judged.entries.flatMap(ourFault)) io.stderr.write(line);
  const { results, ...rest } = options.silent ? judged : writeRepros(options.out, judged);
  const file = writeResults(options.out, results);
  if (options.silent) return;
  const since = sinceThen(before(), results, await options.again?.());
  const record = { ...rest, results, since, past: rememberRun(options.out, results) };
  await writeReports(options.out, record, { allure: options.allure ?? false });
  reportToGithub(record, io);
  const shown = { paint: io.paint, isTerminal: io.stdout.isTTY, isQuiet: options.quiet, since };
  io.stdout.write(options.json ? jsonText(results) : runSummary(results, file, shown));
}

/** Said of a proof that broke off through a mistake of ours. */
const ourFault = (entry: Entry): string[] =>
  entry.kind === "untestable" && entry.isOurFault
    ? [`assay: "${entry.title}" was not judged to its end: ${printable(entry.why)}; please report this\n`]
    : [];
