import { rmSync } from "node:fs";
import { join } from "node:path";
import { inProfile } from "../../harness/profile-error.ts";
import { loadTargetProfile } from "../../harness/target-profile.ts";
import { embedded } from "../../library/embedded.ts";
import { judgeTarget } from "../../library/judge.ts";
import type { Depth } from "../../record/depth.ts";
import { fileJournal, type Shard } from "../../record/journal.ts";
import { readKnown } from "../../record/known.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { requirementsNamed } from "../../suites/provider/choose.ts";
import { exitOf, exits } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";
import { progressLine } from "../progress.ts";
import { summary } from "../summary.ts";

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
export async function run(options: RunCommandOptions): Promise<number> {
  const { seed, depth, only, skip, shard } = options;
  const ids = loadLedger().flatMap((requirement) => (binds(requirement, "provider") ? [requirement.id] : []));
  const known = options.known ? readKnown(options.known, ids) : [];
  if (only) requirementsNamed(only, "--only");
  if (skip) requirementsNamed(skip, "--skip");
  prepareOut(options.out);
  const sandbox = options.target
    ? undefined
    : await (await import("../../sandbox/create-sandbox.ts")).createSandbox({ clock: "frozen" });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const profile = sandbox ? embedded(sandbox) : loadTargetProfile(options.target ?? "");
    // What an earlier run left must not pass for what this one found, should it be killed.
    for (const name of [journalName, "results.json", ...reportNames])
      rmSync(join(options.out, name), { force: true, recursive: true });
    const journal = fileJournal(join(options.out, journalName));
    const progress = progressLine();
    const record = await judgeTarget(profile, {
      seed,
      depth,
      only,
      skip,
      shard,
      known,
      signal: interruption.signal,
      onEntry: (entry) => journal.write(entry),
      onProgress: (made) => progress.show(made),
    }).finally(() => progress.clear());
    for (const entry of record.entries)
      if (entry.kind === "untestable" && entry.isOurFault)
        process.stderr.write(`assay: "${entry.title}" was not judged to its end: ${entry.why}; please report this\n`);
    const { results } = record;
    const file = writeResults(options.out, results);
    if (!options.silent) {
      await writeReports(options.out, record, { allure: options.allure ?? false });
      tellGithub(record);
      process.stdout.write(
        options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, file, options.quiet ?? false),
      );
    }
    return interruption.signal.aborted ? exits.interrupted : exitOf[results.verdict];
  } catch (error) {
    // What a profile gets wrong may show only when it is used; the line still names the file.
    throw inProfile(options.target, error);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await sandbox?.close();
  }
}
