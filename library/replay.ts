import { parseDuration } from "../base/durations.ts";
import { unlessAborted } from "../base/unless-aborted.ts";
import type { TargetProfile } from "../harness/profiles/target-profile.ts";
import { createSession } from "../harness/session.ts";
import type { Timer } from "../harness/time/pace.ts";
import { type BrokenRequirement, failuresOf } from "../record/failures.ts";
import { reasonOf } from "../record/findings.ts";
import { type Entry, entriesOf, type RecordedFinding } from "../record/journal.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { splitCell } from "../specs/cells.ts";
import type { LinkId } from "../suites/model/link-id.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import type { Proof } from "../suites/schedule/run/proof.ts";
import { Runner } from "../suites/schedule/runner.ts";

/** The outcome of a failure when it was tried again. */
export type ReplayState = "fixed" | "still failing" | "flaky" | "not reproducible";

/** One failure, tried again. */
interface ReplayedFailure {
  id: string;
  title: string;
  state: ReplayState;
  /** The finding, or why it could not be tried again. */
  reason?: string;
}

/** The results of a replay, and its cost. */
export interface ReplayResults {
  failures: ReplayedFailure[];
  requests: number;
  seconds: number;
}

/** How a replay goes. */
export interface ReplayOptions {
  /** The requirements that alone are tried again. */
  ids?: readonly string[] | undefined;
  /** Ends the replay, which then answers nothing: the signal's reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called for each link that is uninstalled once the replay has been interrupted. */
  onUninstall?: ((link: LinkId) => void) | undefined;
  /** How time passes where the target's clock cannot be moved; by itself if left out. */
  time?: Timer | undefined;
}

/** The number of times that a failure is tried again: often enough to distinguish one that comes and goes from one that stays. What waits for real time is tried once. */
const tries = { usual: 3, waiting: 1 };

/** Tries again only what failed in an earlier run, with its seed and its generated cases. */
export async function replay(
  run: RunRecord,
  profile: TargetProfile,
  { ids, signal = new AbortController().signal, onUninstall, time }: ReplayOptions = {},
): Promise<ReplayResults> {
  const began = performance.now();
  const failures = failuresOf(run).filter(({ requirement }) => ids?.includes(requirement.id) ?? true);
  const attempts: Entry[][] = [];
  const { seed, depth } = run.results;
  const patience = parseDuration(entriesOf(run.entries, "run")[0]?.patience ?? "");
  const named = failures.flatMap(({ proof }) => proof ?? []);
  const proofs = providerProofs.filter((proof) => named.some((name) => isCalled(proof, name)));
  let requests = 0;
  if (proofs.length > 0) {
    const entries: Entry[] = [];
    const journal = { write: (entry: Entry) => void entries.push(entry) };
    const open = async () =>
      Runner.open(await createSession(profile, { patience, time }), { seed, depth, signal }, journal);
    const runner = await unlessAborted(signal, open());
    const times = proofs.some(({ begin }) => begin) ? tries.waiting : tries.usual;
    const examplesOf = (own: Proof) =>
      failures.flatMap(({ proof, example }) => (proof !== undefined && isCalled(own, proof) && example) || []);
    try {
      for (let turn = 0; turn < times; turn++) {
        const before = entries.length;
        await unlessAborted(signal, runner.proveAll(proofs, { examplesOf }));
        attempts.push(entries.slice(before));
      }
    } finally {
      await runner.close(signal.aborted ? onUninstall : undefined);
    }
    requests = runner.run.context.client.sent;
  }
  return {
    failures: failures.map((failure) => judgeAttempts(failure, attempts)),
    requests,
    seconds: (performance.now() - began) / 1000,
  };
}

/** True if a journal means a proof: by its slug or, in journals of earlier versions, by its title. */
const isCalled = ({ slug, title }: Proof, name: string): boolean => name === slug || name === title;

function judgeAttempts(
  { requirement: { id, title }, proof }: BrokenRequirement,
  attempts: readonly Entry[][],
): ReplayedFailure {
  const results = attempts.map((entries) => outcomeIn(entries, id));
  const findings = results.flatMap(({ found }) => found ?? []);
  const state = stateOf(results);
  const reason = findings[0] ? reasonOf([findings[0]]) : results[0]?.why;
  if (state !== "not reproducible") return { id, title, state, ...(findings[0] && reason ? { reason } : {}) };
  if (proof === undefined) return { id, title, state, reason: "the journal of that run does not say what found it" };
  if (!providerProofs.some((own) => isCalled(own, proof)))
    return { id, title, state, reason: `the proof "${proof}" that found it is no longer there` };
  return { id, title, state, reason: reason ?? "its proof judged something else this time" };
}

/** The outcome of one attempt at a requirement. */
interface ReplayAttempt {
  found?: RecordedFinding;
  isJudged: boolean;
  why?: string;
}

function outcomeIn(entries: readonly Entry[], id: string): ReplayAttempt {
  const found = entriesOf(entries, "finding").find(({ requirement }) => requirement === id);
  const why = entriesOf(entries, "untestable").find(({ ids }) => ids.includes(id))?.why;
  const isJudged = entriesOf(entries, "judged").some(({ ids }) =>
    ids.some((cell) => splitCell(cell).requirement === id),
  );
  return { isJudged, ...(found ? { found } : {}), ...(why ? { why } : {}) };
}

/** The state by the attempts that judged the requirement; the others, such as those that were refused for their rate, show nothing. */
function stateOf(attempts: readonly ReplayAttempt[]): ReplayState {
  const judged = attempts.filter(({ found, isJudged }) => found || isJudged);
  if (judged.length === 0) return "not reproducible";
  const failed = judged.filter(({ found }) => found).length;
  if (failed === 0) return "fixed";
  return failed === judged.length ? "still failing" : "flaky";
}
