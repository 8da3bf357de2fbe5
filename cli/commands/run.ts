import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TargetProfile } from "../../harness/target-profile.ts";
import { judgeTarget } from "../../library/judge.ts";
import type { Depth } from "../../record/depth.ts";
import { type Entry, fileJournal, type KnownFailure, type Shard } from "../../record/journal.ts";
import { readKnown } from "../../record/known.ts";
import { withMends } from "../../record/mending-order.ts";
import { writeResults } from "../../record/results.ts";
import { journalName, type RunRecord } from "../../record/run-folder.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { requirementsNamed } from "../../suites/provider/choose.ts";
import { exitOf, exits } from "../exits.ts";
import { type Io, interruptible, jsonText } from "../io.ts";
import { withTarget } from "../judged-target.ts";
import { prepareOut } from "../out-folder.ts";
import { progressText, statusLine } from "../status-line.ts";

export interface RunCommandOptions {
  target?: string;
  out: string;
  depth: Depth;
  seed: number;
  only?: string[];
  skip?: string[];
  known?: string;
  shard?: Shard;
  allure?: true;
  json?: true;
  quiet?: true;
  /** Prints nothing at all, for commands that make a run on their way. */
  silent?: true;
}

/** Judges a provider, writes its record into a folder and prints what was found. */
export async function run(options: RunCommandOptions, io: Io): Promise<number> {
  const { only, skip, target } = options;
  const known = options.known ? readKnown(options.known, providerIds()) : [];
  if (only) requirementsNamed(only, "--only");
  if (skip) requirementsNamed(skip, "--skip");
  prepareOut(options.out);
  return withTarget(target, io, (profile) =>
    interruptible(io, async ({ signal }) => {
      const record = await judgeInto(options.out, profile, { options, known, signal, io });
      await tell(record, options, io);
      return signal.aborted ? exits.interrupted : exitOf[record.results.verdict];
    }),
  );
}

const providerIds = (): string[] =>
  loadLedger().flatMap((requirement) => (binds(requirement, "provider") ? [requirement.id] : []));

/** Judges a provider, and writes the journal into a folder as it goes. */
async function judgeInto(
  folder: string,
  profile: TargetProfile,
  given: { options: RunCommandOptions; known: readonly KnownFailure[]; signal: AbortSignal; io: Io },
): Promise<RunRecord> {
  const { known, signal, io } = given;
  const { seed, depth, only, skip, shard } = given.options;
  // What an earlier run left must not pass for what this one found, should it be killed.
  for (const name of [journalName, "results.json", ...reportNames])
    rmSync(join(folder, name), { force: true, recursive: true });
  const journal = fileJournal(join(folder, journalName));
  const [line, began] = [statusLine(io.stderr), performance.now()];
  return judgeTarget(profile, {
    seed,
    depth,
    only,
    skip,
    shard,
    known,
    target: given.options.target,
    signal,
    onEntry: (entry) => journal.write(entry),
    onProgress: (progress) => line.show(progressText(progress, (performance.now() - began) / 1000)),
  }).finally(line.clear);
}

/** Writes results and reports, and prints what was found. */
async function tell(judged: RunRecord, options: RunCommandOptions, io: Io): Promise<void> {
  for (const line of judged.entries.flatMap(ourFault)) io.stderr.write(line);
  const record = options.silent ? judged : withMends(writeRepros(options.out, judged));
  const { results } = record;
  const file = writeResults(options.out, results);
  if (options.silent) return;
  await writeReports(options.out, record, { allure: options.allure ?? false });
  tellGithub(record, io);
  const shown = { paint: io.paint, isTerminal: io.stdout.isTTY, isQuiet: options.quiet };
  io.stdout.write(options.json ? jsonText(results) : runSummary(results, file, shown));
}

/** What to say of a proof that broke off through a mistake of ours. */
const ourFault = (entry: Entry): string[] =>
  entry.kind === "untestable" && entry.isOurFault
    ? [`assay: "${entry.title}" was not judged to its end: ${entry.why}; please report this\n`]
    : [];
