import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { realPath } from "../../base/files/real-path.ts";
import { shortPath } from "../../base/files/short-path.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { installCommand, installedFor } from "../../base/optional-packages.ts";
import { counted } from "../../base/text/wording.ts";
import { judgeRunAgain } from "../../library/judge-again.ts";
import { mergeRuns, missingParts } from "../../record/joining/merge.ts";
import { writeResults } from "../../record/results.ts";
import { journalName, type RunRecord, readRun } from "../../record/run-folder.ts";
import { withVerdict } from "../../record/verdict.ts";
import { allureName } from "../../reports/report-names.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { partnerSummary } from "../../reports/terminal/partner-summary.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { reportToGithub, writeReports } from "../../reports/write-reports.ts";
import { withPartnerCauses } from "../../suites/partner/causes.ts";
import { withOut } from "../folders/out-lock.ts";
import { usualFolder, usualSource } from "../folders/usual-folder.ts";
import { exitOf } from "../io/exits.ts";
import type { Io } from "../io/io.ts";
import { open } from "../terminal/open.ts";

export interface ReportOptions {
  out?: string;
  open?: true;
  quiet?: true;
  judgeAgain?: true;
}

/** The folder within that of a run for what came of judging it again. */
const againName = "judged-again";

/** Rebuilds every report from the folders of runs; several become one. */
export async function report(named: string[], options: ReportOptions, io: Io): Promise<number> {
  const folders = named.length > 0 ? named : [usualSource()];
  const [first = ""] = folders;
  const { judgeAgain: isAgain = false } = options;
  const own = isAgain ? join(first, againName) : first;
  const out = options.out ?? (folders.length > 1 ? usualFolder : own);
  if (folders.length > 1 && folders.some((folder) => realPath(folder) === realPath(out)))
    throw new UsageError(`--out: ${out} is one of the runs to join; name another folder`);
  if (new Set(folders.map(realPath)).size < folders.length)
    throw new UsageError("report: a folder is named twice; name each part once");
  const stored = folders.map((folder) => readRun(folder, { isWhole: isAgain }));
  const runs = isAgain ? await Promise.all(stored.map(judgeRunAgain)) : stored;
  const names = [...new Set(runs.map(({ results }) => results.subject.name))];
  if (names.length > 1)
    throw new UsageError(`report: these are runs of ${names.join(" and ")}; only runs of one target can be joined`);
  if (isAgain && folders.some((folder) => realPath(folder) === realPath(out)))
    throw new UsageError(
      `--out: ${out} has the run as it was judged first; name another folder for what is judged again`,
    );
  const joined = withPartnerCauses(withoutMissingParts(mergeRuns(runs), io));
  return withOut(out, () => reportInto(out, joined, realPath(out) === realPath(first), options, io));
}

async function reportInto(
  out: string,
  joined: RunRecord,
  isSame: boolean,
  options: ReportOptions,
  io: Io,
): Promise<number> {
  const run = writeRepros(out, joined);
  if (!isSame) writeWhole(join(out, journalName), run.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const file = writeResults(out, run.results);
  const { missing } = installedFor("Allure's page");
  await writeReports(out, run, { allure: missing.length === 0 });
  const allure = missing.length === 0 ? shortPath(join(out, allureName)) : `not built; ${installCommand(missing)}`;
  reportToGithub(run, io);
  const { quiet: isQuiet } = options;
  io.stdout.write(
    run.results.kind === "partner" && !isQuiet
      ? partnerSummary(run, { results: file, report: join(out, "index.html") }, io.paint)
      : runSummary(run.results, file, { paint: io.paint, isTerminal: io.stdout.isTTY, isQuiet, since: run.since }),
  );
  if (!isQuiet) io.stdout.write(`Allure: ${allure}\n`);
  if (options.open) await open(join(out, "index.html"));
  return exitOf[run.results.verdict];
}

/** A run of which parts are missing is not complete, and says which; what is not complete does not pass. */
function withoutMissingParts(run: RunRecord, io: Io): RunRecord {
  const missing = missingParts(run.entries);
  if (missing.length === 0 && run.results.complete !== false) return run;
  const names = missing.map(({ part, of }) => `${part}/${of}`).join(", ");
  if (missing.length > 0)
    io.stderr.write(`assay: the report is not complete: ${counted(missing.length, "part")} missing (${names})\n`);
  return { ...run, results: withVerdict({ ...run.results, complete: false }) };
}
