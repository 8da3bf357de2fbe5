import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeDuration } from "../../base/durations.ts";
import type { Helper } from "../../harness/session.ts";
import type { TargetProfile } from "../../harness/target-profile.ts";
import { judgeTarget } from "../../library/judge.ts";
import type { Depth } from "../../record/depth.ts";
import { type Entry, fileJournal, type KnownFailure, type Shard } from "../../record/journal.ts";
import { readKnown } from "../../record/known.ts";
import { withMends } from "../../record/mending-order.ts";
import { type Results, writeResults } from "../../record/results.ts";
import { journalName, type RunRecord, readRun } from "../../record/run-folder.ts";
import { earlierResults, rememberRun, sinceThen } from "../../record/since.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { runSummary } from "../../reports/terminal/run-summary.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { requirementsNamed } from "../../suites/provider/choose.ts";
import { exitOfRun, exits } from "../exits.ts";
import { type Io, interruptible, jsonText } from "../io.ts";
import { withTarget } from "../judged-target.ts";
import { type LeastJudged, tooFewJudged } from "../least-judged.ts";
import { withOut } from "../out-lock.ts";
import { helperAt } from "../person.ts";
import { progressText, statusLine } from "../status-line.ts";
import { uninstallLine } from "../uninstall-line.ts";

export interface RunCommandOptions {
  target?: string;
  out: string;
  depth: Depth;
  seed: number;
  only?: string[];
  skip?: string[];
  known?: string;
  patience?: string;
  minJudged?: LeastJudged;
  shard?: Shard;
  allure?: true;
  json?: true;
  quiet?: true;
  since?: string;
  /** Prints nothing at all, for commands that make a run on their way. */
  silent?: true;
}

/** Judges a provider, writes its record into a folder and prints what was found. */
export async function run(options: RunCommandOptions, io: Io): Promise<number> {
  const { only, skip } = options;
  const known = options.known ? readKnown(options.known, providerIds()) : [];
  if (only) requirementsNamed(only, "--only");
  if (skip) requirementsNamed(skip, "--skip");
  if (options.since) readRun(options.since);
  return withOut(options.out, () => runInto(options, known, io));
}

async function runInto(options: RunCommandOptions, known: readonly KnownFailure[], io: Io): Promise<number> {
  const { target } = options;
  const before = earlierResults(options.since ?? options.out);
  const { record, isInterrupted } = await interruptible(
    io,
    (interruption) =>
      withTarget(target, io, async (profile) => {
        const { signal } = interruption;
        const person = io.stdin.isTTY && target ? helperAt(io, interruption) : undefined;
        const judged = await judgeInto(options.out, profile, { options, known, signal, io, person });
        return { record: judged, isInterrupted: signal.aborted };
      }),
    "interrupted; what was judged so far is kept",
  );
  await tell(record, before, options, io);
  const tooFew = tooFewJudged(record.results, options.minJudged);
  if (tooFew) io.stderr.write(`assay: ${tooFew}\n`);
  if (isInterrupted) return exits.interrupted;
  return tooFew && record.results.verdict === "pass" ? exits.inconclusive : exitOfRun(record.results);
}

const providerIds = (): string[] =>
  loadLedger().flatMap((requirement) => (binds(requirement, "provider") ? [requirement.id] : []));

/** Judges a provider, and writes the journal into a folder as it goes. */
async function judgeInto(
  folder: string,
  profile: TargetProfile,
  given: {
    options: RunCommandOptions;
    known: readonly KnownFailure[];
    signal: AbortSignal;
    io: Io;
    person: Helper | undefined;
  },
): Promise<RunRecord> {
  const { known, signal, io } = given;
  const { seed, depth, only, skip, shard, patience } = given.options;
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
    patience,
    person: given.person,
    redaction: io.redaction,
    target: given.options.target,
    signal,
    onEntry: (entry) => {
      journal.write(entry);
      if (entry.kind === "appointment" && !given.options.silent) {
        line.clear();
        io.stderr.write(`${appointmentLine(entry)}\n`);
      }
    },
    // Nothing of the embedded sandbox outlives the run.
    onUninstall: (link) => given.options.target && io.stderr.write(uninstallLine(link)),
    onProgress: (progress) => line.show(progressText(progress, (performance.now() - began) / 1000)),
  }).finally(line.clear);
}

/** What waits for what: "waits: CUR-1, CUR-3 at 14:32, in 15 min 5 s (cursors of this run …)". */
const appointmentLine = ({ ids, at, in: wait, title }: Extract<Entry, { kind: "appointment" }>): string => {
  const time = new Date(at).toTimeString().slice(0, 5);
  return `waits: ${ids.join(", ")} at ${time}, in ${describeDuration(wait)} (${title})`;
};

/** Writes results and reports, and prints what was found. */
async function tell(judged: RunRecord, before: Results | undefined, options: RunCommandOptions, io: Io): Promise<void> {
  for (const line of judged.entries.flatMap(ourFault)) io.stderr.write(line);
  const { results, ...told } = options.silent ? judged : withMends(writeRepros(options.out, judged));
  const file = writeResults(options.out, results);
  if (options.silent) return;
  const since = sinceThen(before, results);
  const record = { ...told, results, since, past: rememberRun(options.out, results) };
  await writeReports(options.out, record, { allure: options.allure ?? false });
  tellGithub(record, io);
  const shown = { paint: io.paint, isTerminal: io.stdout.isTTY, isQuiet: options.quiet, since };
  io.stdout.write(options.json ? jsonText(results) : runSummary(results, file, shown));
}

/** What to say of a proof that broke off through a mistake of ours. */
const ourFault = (entry: Entry): string[] =>
  entry.kind === "untestable" && entry.isOurFault
    ? [`assay: "${entry.title}" was not judged to its end: ${entry.why}; please report this\n`]
    : [];
