import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { requirePackages } from "../../base/optional-packages.ts";
import { printable } from "../../base/text/printable.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { eachPact } from "../../contracts/pact/pact-sources.ts";
import type { Verified } from "../../contracts/verify/verify.ts";
import { verifyBroker } from "../../contracts/verify/verify-broker.ts";
import { verifyPacts } from "../../contracts/verify/verify-files.ts";
import { inProfile } from "../../harness/profiles/profile-error.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { redacted } from "../../harness/redaction/redaction.ts";
import { createSession, type Session } from "../../harness/session.ts";
import { joinVerified } from "../../record/joining/join-contracts.ts";
import { writeResults } from "../../record/results.ts";
import { readRun } from "../../record/run-folder.ts";
import { verdictOnVerified } from "../../record/verdict.ts";
import { contractsSummary } from "../../reports/terminal/contracts-summary.ts";
import { reportToGithub, writeReports } from "../../reports/write-reports.ts";
import { withOut } from "../folders/out-lock.ts";
import { exitOf, exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { type BrokerLogin, readBroker, readLogin, readSelectors } from "../options/broker-options.ts";
import { chooseTarget, sayChosen } from "../profiles/own-profile.ts";
import { openTargetProfile } from "../profiles/profiles.ts";

export interface ContractsVerifyOptions extends BrokerLogin {
  pact?: string[];
  broker?: string;
  provider: string;
  selector?: string[];
  providerVersion?: string;
  branch?: string;
  enablePending?: true;
  includeWipSince?: string;
  target?: string;
  sandbox?: true;
  out: string;
  seed: number;
  json?: true;
}

/** Replays pacts against a provider, adds their results to results.json, and prints a summary. */
export async function contractsVerify(given: ContractsVerifyOptions, io: Io): Promise<number> {
  requirePackages(["assay contracts verify"]);
  const chosen = chooseTarget(given);
  const options = { ...given, ...(chosen.file === undefined ? {} : { target: chosen.file }) };
  const verify = sourceOf(options, io);
  const profile = chosen.file === undefined ? undefined : openTargetProfile(chosen.file, io);
  if (chosen.isImplied)
    sayChosen(`${chosen.file}: verifying at ${printable(profile?.name ?? "")}`, chosen, options, io);
  return withOut(options.out, () => verifyInto(profile, verify, options, io));
}

async function verifyInto(
  profile: TargetProfile | undefined,
  verify: Verify,
  options: ContractsVerifyOptions,
  io: Io,
): Promise<number> {
  const started = new Date().toISOString();
  const verified = await interruptible(io, async ({ signal }) => {
    const sandbox = profile
      ? undefined
      : await (await import("../../sandbox/create-sandbox.ts")).createSandbox({ clock: "frozen" });
    const named = profile ?? { name: "embedded sandbox", ...(sandbox ? { control: sandbox.control } : {}) };
    try {
      const session = await unlessAborted(signal, createSession(named, { redaction: io.redaction }));
      return { ...(await verify(session, signal)), isComplete: !signal.aborted };
    } catch (error) {
      // Nothing was replayed yet, so there is nothing to write down.
      if (signal.aborted) return undefined;
      // Some mistakes in a profile show only when it is used.
      throw inProfile(options.target, error);
    } finally {
      await sandbox?.close();
    }
  });
  return verified ? printOutcome({ ...verified, started }, options, io) : exits.interrupted;
}

/** Adds what was verified to results.json, writes the reports, and prints a summary. */
async function printOutcome(
  verified: Awaited<ReturnType<Verify>> & { isComplete: boolean; started: string },
  options: ContractsVerifyOptions,
  io: Io,
): Promise<number> {
  const { target, requests, heldBack = [], isComplete, started } = verified;
  const contracts = redacted(verified.contracts, io.redaction.redact);
  const { seed } = options;
  const results = joinVerified(options.out, { target, contracts, requests, seed, started, isComplete });
  writeResults(options.out, results);
  await writeReports(options.out, readRun(options.out));
  reportToGithub({ results }, io);
  const verdict = verdictOnVerified(contracts);
  io.stdout.write(
    options.json
      ? jsonText(results)
      : contractsSummary(target.name, contracts, { verdict, report: join(options.out, "index.html") }, io.paint),
  );
  for (const consumer of heldBack)
    io.stderr.write(
      `assay: the results of ${consumer} are not published, because some of its interactions are untestable here\n`,
    );
  return isComplete ? exitOf[verdict] : exits.interrupted;
}

type Verify = (session: Session, signal: AbortSignal) => Promise<Verified & { heldBack?: string[] }>;

/** Reads where the pacts come from, before anything is started. */
function sourceOf(options: ContractsVerifyOptions, { env }: Io): Verify {
  const { seed } = options;
  if (options.pact && options.broker) throw new UsageError("--pact: give pact files or a broker, not both");
  if (!options.broker) {
    const pacts = eachPact(options.pact, (pact) => [pact]);
    return (session, signal) => verifyPacts(session, pacts, { seed, signal });
  }
  const plan = {
    seed,
    broker: readBroker(options.broker),
    provider: options.provider,
    selectors: readSelectors(options.selector),
    ...readLogin(options, env),
    ...workInProgress(options),
    ...(options.providerVersion ? { version: options.providerVersion } : {}),
    ...(options.branch ? { branch: options.branch } : {}),
  };
  return (session, signal) => verifyBroker(session, { ...plan, signal });
}

/** How pacts count that never held, and that no one chose. */
function workInProgress({ enablePending, includeWipSince, branch }: ContractsVerifyOptions) {
  if (includeWipSince === undefined) return enablePending ? { isPendingAllowed: true } : {};
  if (!/^\d{4}-\d{2}-\d{2}$/.test(includeWipSince) || Number.isNaN(Date.parse(includeWipSince)))
    throw new UsageError("--include-wip-since: give a day such as 2026-01-31");
  if (!branch) throw new UsageError("--include-wip-since: give --branch as well, by which a broker knows what is new");
  return { isPendingAllowed: true, workInProgressSince: includeWipSince };
}
