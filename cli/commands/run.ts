import { rmSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../harness/journal.ts";
import { loadTargetProfile } from "../../harness/target-profile.ts";
import { assemble } from "../../reports/assemble.ts";
import { excuse, readKnown } from "../../reports/known.ts";
import { type Depth, type Results, verdictOf, writeResults } from "../../reports/results.ts";
import { UsageError } from "../../specs/blame.ts";
import { identify } from "../../specs/identity.ts";
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
  json?: true;
  quiet?: true;
  /** Prints nothing at all, for commands that make a run on their way. */
  silent?: true;
}

/** Judges a provider, writes results.json and tells what was found. */
export async function run(options: RunOptions): Promise<number> {
  const { seed, depth, only } = options;
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
    const journal = join(options.out, "journal.jsonl");
    rmSync(journal, { force: true });
    await act({ profile, journal, seed, depth, ...(only ? { only } : {}) }, [new Progress()], interruption.signal);
    const entries = readJournal(journal);
    const halt = entries.find((entry) => entry.kind === "halt");
    if (halt) throw new UsageError(halt.why);
    const assembled = assemble(entries, ledger, only);
    const today = new Date().toISOString().slice(0, 10);
    const told = { ...assembled, requirements: excuse(assembled.requirements, known, today) };
    const results: Results = {
      format: "assay-results/1",
      kind: "provider",
      verdict: verdictOf(told.requirements),
      ...(interruption.signal.aborted ? { complete: false } : {}),
      ...told,
      specification: identify(),
      seed,
      depth,
      started,
      finished: new Date().toISOString(),
    };
    const file = writeResults(options.out, results);
    if (!options.silent)
      process.stdout.write(
        options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, file, options.quiet ?? false),
      );
    return interruption.signal.aborted ? exits.interrupted : exitOf[results.verdict];
  } catch (error) {
    // What a profile gets wrong may show only when it is used; the line still names the file.
    const isOfProfile =
      error instanceof UsageError && options.target && /^(urls|control|credentials|webhooks)\./.test(error.message);
    throw isOfProfile ? new UsageError(`${options.target}: ${error.message}`) : error;
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
