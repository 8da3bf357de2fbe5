import { readPactFile } from "../../contracts/pact-file.ts";
import { verifyPacts } from "../../contracts/verify.ts";
import { createSession } from "../../harness/session.ts";
import { loadTargetProfile } from "../../harness/target-profile.ts";
import { writeResults } from "../../reports/results.ts";
import { UsageError } from "../../specs/blame.ts";
import { contractVerdict, withContracts } from "../contract-results.ts";
import { contractsSummary } from "../contracts-summary.ts";
import { exitOf, exits } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";

export interface ContractsVerifyOptions {
  pact?: string[];
  target?: string;
  out: string;
  seed: number;
  json?: true;
}

/** Replays pacts against a provider, adds what became of them to results.json, and tells it. */
export async function contractsVerify(options: ContractsVerifyOptions): Promise<number> {
  if (!options.pact) throw new UsageError("--pact: name at least one pact file");
  const pacts = options.pact.map(readPactFile);
  const profile = options.target ? loadTargetProfile(options.target) : undefined;
  prepareOut(options.out);
  const sandbox = profile
    ? undefined
    : await (await import("../../sandbox/create-sandbox.ts")).createSandbox({ clock: "frozen" });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const started = new Date().toISOString();
    const session = await createSession(
      profile ?? { name: "embedded sandbox", ...(sandbox ? { control: sandbox.control } : {}) },
    );
    const { seed } = options;
    const { target, contracts, requests } = await verifyPacts(session, { pacts, seed, signal: interruption.signal });
    const isComplete = !interruption.signal.aborted;
    const results = withContracts(options.out, { target, contracts, requests, seed, started, isComplete });
    writeResults(options.out, results);
    const verdict = contractVerdict(contracts);
    process.stdout.write(
      options.json ? `${JSON.stringify(results, null, 2)}\n` : contractsSummary(target.name, contracts, verdict),
    );
    return isComplete ? exitOf[verdict] : exits.interrupted;
  } catch (error) {
    // What a profile gets wrong may show only when it is used; the line still names the file.
    const isOfProfile =
      error instanceof UsageError && options.target && /^(urls|control|credentials)\./.test(error.message);
    throw isOfProfile ? new UsageError(`${options.target}: ${error.message}`) : error;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await sandbox?.close();
  }
}
