import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { inProfile } from "../../harness/profile-error.ts";
import { loadTargetProfile } from "../../harness/target-profile.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import { type Entry, fileJournal, readJournal, type Shard } from "../../record/journal.ts";
import { readKnown } from "../../record/known.ts";
import { type Depth, writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { allureFolder, readTested } from "../../reports/allure/tested.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { act } from "../acting.ts";
import { embedded } from "../embedded.ts";
import { exitOf, exits } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";
import { Progress } from "../progress.ts";
import { summary } from "../summary.ts";

export interface RunOptions {
  target?: string;
  out: string;
  depth: Depth;
  seed: number;
  only?: string[];
  known?: string;
  shard?: Shard;
  allure?: true;
  json?: true;
  quiet?: true;
  /** Prints nothing at all, for commands that make a run on their way. */
  silent?: true;
}

/** Judges a provider, writes results.json and tells what was found. */
export async function run(options: RunOptions): Promise<number> {
  const { seed, depth, only, shard } = options;
  const ledger = loadLedger().filter((requirement) => binds(requirement, "provider"));
  refuseUnknown(
    only ?? [],
    ledger.map((requirement) => requirement.id),
  );

  const known = options.known
    ? readKnown(
        options.known,
        ledger.map(({ id }) => id),
      )
    : [];
  prepareOut(options.out);
  const sandbox = options.target
    ? undefined
    : await (await import("../../sandbox/create-sandbox.ts")).createSandbox({ clock: "frozen" });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const started = new Date().toISOString();
    const profile = sandbox ? embedded(sandbox) : loadTargetProfile(options.target ?? "");
    // What an earlier run left must not pass for what this one found, should it be killed.
    for (const name of [journalName, "results.json", ...reportNames])
      rmSync(join(options.out, name), { force: true, recursive: true });
    const journal = join(options.out, journalName);
    const facts = { seed, depth, ...(only ? { only } : {}), ...(shard ? { shard } : {}) };
    fileJournal(journal).write({
      kind: "run",
      name: profile.name,
      started,
      ...facts,
      ...(known.length > 0 ? { known } : {}),
    });
    const allure = options.silent ? {} : { allure: resolve(options.out, allureFolder) };
    await act({ profile, journal, ...facts }, { progress: new Progress(), ...allure }, interruption.signal);
    const seen = readJournal(journal);
    const halt = seen.find((entry) => entry.kind === "halt");
    if (halt) {
      rmSync(join(options.out, allureFolder), { force: true, recursive: true });
      throw new UsageError(halt.why, { key: halt.key });
    }
    const complete = !interruption.signal.aborted;
    const end: Entry = { kind: "end", at: new Date().toISOString(), complete };
    fileJournal(journal).write(end);
    const entries = [...seen, end];
    for (const entry of entries)
      if (entry.kind === "untestable" && entry.isOurFault)
        process.stderr.write(`assay: "${entry.title}" was not judged to its end: ${entry.why}; please report this\n`);
    const results = resultsFrom(entries);
    const file = writeResults(options.out, results);
    if (!options.silent) {
      const made = { results, entries, tested: readTested(options.out) };
      await writeReports(options.out, made, { allure: options.allure ?? false });
      tellGithub(made);
      process.stdout.write(
        options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, file, options.quiet ?? false),
      );
    }
    return complete ? exitOf[results.verdict] : exits.interrupted;
  } catch (error) {
    // What a profile gets wrong may show only when it is used; the line still names the file.
    throw inProfile(options.target, error);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await sandbox?.close();
  }
}

function refuseUnknown(asked: string[], known: string[]): void {
  const unknown = asked.find((id) => !known.includes(id));
  if (unknown)
    throw new UsageError(`--only: ${unknown} is no requirement that binds a provider; \`assay spec\` lists them`);
}
