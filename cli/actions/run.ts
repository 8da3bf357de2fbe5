import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describeDuration } from "../../base/durations.ts";
import { requirePackages } from "../../base/optional-packages.ts";
import { printable } from "../../base/text/printable.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import type { Helper } from "../../harness/session.ts";
import type { Progress } from "../../library/judge.ts";
import { canJudgeInParts, judgeInParts } from "../../library/judge-in-parts.ts";
import type { Depth } from "../../record/depth.ts";
import { type Entry, fileJournal, type KnownFailure, type Shard } from "../../record/journal.ts";
import { readKnown } from "../../record/results/known.ts";
import { revisionNamed } from "../../record/results/trial.ts";
import type { Results } from "../../record/results.ts";
import { journalName, type RunRecord, readRun } from "../../record/run-folder.ts";
import { earlierResults, sinceThen } from "../../record/since.ts";
import { holdForThisSuite } from "../folders/earlier-run.ts";
import { replacing } from "../folders/out-folder.ts";
import { withOut } from "../folders/out-lock.ts";
import { exitOf, exits } from "../io/exits.ts";
import { type Io, interruptible } from "../io/io.ts";
import { type JudgedMinima, tooFewJudged } from "../options/min-judged.ts";
import { withTarget } from "../profiles/judged-target.ts";
import { type ChosenProfile, chooseTarget, ownProfileName, sayChosen } from "../profiles/own-profile.ts";
import { open } from "../terminal/open.ts";
import { helperAt } from "../terminal/person.ts";
import type { PrintOptions } from "../terminal/print-run.ts";
import { progressText, statusLine } from "../terminal/status-line.ts";
import { uninstallLine } from "../terminal/uninstall-line.ts";

export interface RunCommandOptions extends PrintOptions, JudgedMinima {
  target?: string;
  /** Judges the embedded sandbox, though there is an assay.yaml. */
  sandbox?: true;
  depth: Depth;
  seed: number;
  only?: string[];
  skip?: string[];
  known?: string;
  revision?: string[];
  patience?: string;
  shard?: Shard;
  since?: string;
  open?: true;
}

/** Judges a provider, writes its record into a folder and prints what was found. */
export async function run(given: RunCommandOptions, io: Io): Promise<number> {
  if (given.allure) requirePackages(["Allure's page"]);
  const chosen = chooseTarget(given);
  const options = { ...given, ...(chosen.file ? { target: chosen.file } : {}) };
  const { only, skip } = options;
  const known = options.known ? readKnown(options.known, "provider") : [];
  for (const name of options.revision ?? []) revisionNamed(name, "provider");
  await checkNames({ only, skip });
  if (options.since) readRun(options.since);
  return withOut(options.out, () => runInto(options, chosen, known, io));
}

async function runInto(
  options: RunCommandOptions,
  chosen: ChosenProfile,
  known: readonly KnownFailure[],
  io: Io,
): Promise<number> {
  const { target } = options;
  const earlier = options.since ?? options.out;
  const [before, again] = [earlierResults(earlier), holdForThisSuite(earlier)];
  const isWhole = !target && !options.only && !options.skip && !options.shard && !options.patience;
  const judging = interruptible(
    io,
    (interruption) => {
      const judged = async (profile: TargetProfile | undefined) => {
        const { signal } = interruption;
        // A target that cannot be reached at all is not judged: then only the error is printed.
        const say = once(() => sayChosen(subjectOf(chosen.file, profile), chosen, options, io));
        const person = io.stdin.isTTY && target ? helperAt(io, interruption) : undefined;
        const judge = () => judgeInto(options.out, profile, { options, known, signal, io, person, say });
        const done = await replacing(options.out, signal, judge);
        say();
        return { record: done, isInterrupted: signal.aborted };
      };
      return isWhole && canJudgeInParts() ? judged(undefined) : withTarget(target, io, judged);
    },
    "interrupted; what was judged so far is kept",
  );
  // The printer is loaded while it goes on.
  const [{ record, isInterrupted }, { printRun }] = await Promise.all([judging, import("../terminal/print-run.ts")]);
  await printRun(record, before, { ...options, again }, io);
  if (options.open) await open(join(options.out, "index.html"));
  if (options.since !== undefined) refuseComparison(options.since, before(), record.results, io);
  const tooFew = tooFewJudged(record.results, options);
  if (tooFew) io.stderr.write(`assay: ${tooFew}\n`);
  if (isInterrupted) return exits.interrupted;
  return tooFew && record.results.verdict === "pass" ? exits.inconclusive : exitOf[record.results.verdict];
}

/** A function that acts when it is first called, and never again. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Names the subject, in words. */
function subjectOf(file: string | undefined, profile: TargetProfile | undefined): string {
  if (file === undefined || !profile)
    return `judging the embedded sandbox${existsSync(ownProfileName) ? "" : `; there is no ${ownProfileName} here`}`;
  const { name, urls, control } = profile;
  const address = urls?.base_url ?? (control && "url" in control ? control.url : undefined);
  const named = name === basename(file) ? [] : [name];
  return `${file}: judging ${[...named, ...(address ? [address] : [])].map(printable).join(" at ") || "its target"}`;
}

/** Says why a run that was named is not compared with. */
function refuseComparison(folder: string, before: Results | undefined, now: Results, io: Io): void {
  if (before && sinceThen(before, now)) return;
  const why = before
    ? `these are results of ${printable(before.subject.name)}, and this run is of ${printable(now.subject.name)}`
    : "there are no results";
  io.stderr.write(`assay: --since: ${folder}: ${why}; nothing is compared\n`);
}

/** Checks that requirements which are named exist. */
async function checkNames(named: Record<"only" | "skip", string[] | undefined>): Promise<void> {
  if (!named.only && !named.skip) return;
  const { requirementsNamed } = await import("../../suites/schedule/choose.ts");
  for (const option of ["only", "skip"] as const) requirementsNamed(named[option] ?? [], `--${option}`);
}

/** Judges a provider, or without a profile embedded sandboxes, and writes the journal into a folder as it goes. */
async function judgeInto(
  folder: string,
  profile: TargetProfile | undefined,
  given: {
    options: RunCommandOptions;
    known: readonly KnownFailure[];
    signal: AbortSignal;
    io: Io;
    person: Helper | undefined;
    say: () => void;
  },
): Promise<RunRecord> {
  const { known, signal, io } = given;
  const { seed, depth, only, skip, shard, patience } = given.options;
  const journal = fileJournal(join(folder, journalName));
  const [line, began] = [statusLine(io), performance.now()];
  const common = {
    seed,
    depth,
    known,
    revisions: given.options.revision,
    redaction: io.redaction,
    signal,
    onEntry: (entry: Entry) => {
      journal.write(entry);
      if (entry.kind === "exchange") given.say();
      const said = given.options.silent ? undefined : sentenceOf(entry);
      if (said === undefined) return;
      line.clear();
      io.stderr.write(`${said}\n`);
    },
    // Nothing of the embedded sandbox outlives the run.
    onUninstall: (link: Parameters<typeof uninstallLine>[0]) =>
      given.options.target && io.stderr.write(uninstallLine(link)),
    onProgress: (progress: Progress) =>
      !given.options.silent &&
      !given.options.quiet &&
      line.show(progressText(progress, (performance.now() - began) / 1000)),
  };
  const judging = profile
    ? (await import("../../library/judge.ts")).judgeTarget(profile, {
        ...common,
        only,
        skip,
        shard,
        patience,
        person: given.person,
        // From the folder of the run, wherever it is repeated from.
        target: given.options.target && relative(folder, given.options.target),
      })
    : judgeInParts(common);
  return judging.finally(line.clear);
}

/** A sentence to print at once: a reason why the run cannot judge, or a wait and its end; undefined for other entries. */
function sentenceOf(entry: Entry): string | undefined {
  if (entry.kind === "trouble") return `trouble: ${printable(entry.what)}`;
  if (entry.kind === "wait")
    return `waits: until ${timeOf(entry.until)}, ${describeDuration(entry.in)} (${printable(entry.why)})`;
  if (entry.kind !== "appointment") return undefined;
  return `waits: ${entry.ids.join(", ")} at ${timeOf(entry.at)}, in ${describeDuration(entry.in)} (${entry.title})`;
}

/** A moment on the clock of this machine: "14:32". */
const timeOf = (moment: string): string => new Date(moment).toTimeString().slice(0, 5);
