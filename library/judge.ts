import { parseDuration } from "../base/durations.ts";
import { UsageError } from "../base/errors.ts";
import { unlessAborted } from "../base/unless-aborted.ts";
import { type TargetProfile, targetProfile } from "../harness/profiles/target-profile.ts";
import type { Redaction } from "../harness/redaction/redaction.ts";
import { createSession, type Helper } from "../harness/session.ts";
import type { Timer } from "../harness/time/pace.ts";
import { beginRecord } from "../record/begin-record.ts";
import type { Depth } from "../record/depth.ts";
import { type FailedProof, failedProofs } from "../record/journal/repeats.ts";
import { untilAborted } from "../record/journal/until-aborted.ts";
import type { Entry, KnownFailure, Shard } from "../record/journal.ts";
import type { Results } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { isScored, loadLedger } from "../specs/ledger.ts";
import type { LinkId } from "../suites/model/link-id.ts";
import { chooseProofs, requirementsNamed } from "../suites/schedule/choose.ts";
import type { Proof } from "../suites/schedule/run/proof.ts";
import { Runner } from "../suites/schedule/runner.ts";

/** How a provider is judged. */
export interface JudgeOptions {
  /** Seed of everything that is generated; 42 if left out. */
  seed?: number | undefined;
  depth?: Depth | undefined;
  /** Requirements, by id or area, that alone are judged. */
  only?: readonly string[] | undefined;
  /** Requirements, by id or area, that are not judged. */
  skip?: readonly string[] | undefined;
  /** Requirements, by id or area, whose proofs go first. */
  first?: readonly string[] | undefined;
  /** Ends the run once a must has failed. */
  stopAtFirstFailure?: boolean | undefined;
  /** Leaves out the repetition of what failed. */
  once?: boolean | undefined;
  /** Ends the run; what it installed is uninstalled first, and the results say that they are not complete. */
  signal?: AbortSignal | undefined;
  /** For how long the run may wait where the target's clock cannot be moved, such as `20m`; what the profile says if left out. */
  patience?: string | undefined;
  /** Gets every entry of the journal as it is written. */
  onEntry?: ((entry: Entry) => void) | undefined;
}

/** Further options of the command line. */
export interface RunOptions extends JudgeOptions {
  shard?: Shard | undefined;
  known?: readonly KnownFailure[] | undefined;
  /** The frozen revision that scores, and others that are shown beside it; the present requirements if left out. */
  revisions?: readonly string[] | undefined;
  /** The file of the profile, so that `assay replay` finds it again. */
  target?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called for each link that is uninstalled once the run has been interrupted. */
  onUninstall?: ((link: LinkId) => void) | undefined;
  /** Someone who does what no request can do. */
  person?: Helper | undefined;
  /** Learns what must never be written anywhere; one of its own if left out. */
  redaction?: Redaction | undefined;
  /** How time passes where the target's clock cannot be moved; by itself if left out. */
  time?: Timer | undefined;
}

/** The number of proofs that are done, of how many, and how many requests were sent. */
export interface Progress {
  done: number;
  total: number;
  requests: number;
}

/** Judges a provider, and returns what results.json would hold. Writes no file. */
export const judge = async (profile: TargetProfile, options: JudgeOptions = {}): Promise<Results> =>
  (await judgeTarget(targetProfile(profile), options)).results;

/** Judges a provider whose profile was read already, and returns the whole record of the run. */
export async function judgeTarget(profile: TargetProfile, options: RunOptions): Promise<RunRecord> {
  const { seed = 42, depth = "standard", shard, known = [], target, signal = new AbortController().signal } = options;
  const named = (option: "only" | "skip" | "first") =>
    options[option] && requirementsNamed(options[option], `--${option}`);
  const [only, skip, first] = [named("only"), named("skip"), named("first")];
  const patience = options.patience === undefined ? undefined : parseDuration(options.patience);
  if (options.patience !== undefined && patience === undefined)
    throw new UsageError(`--patience: ${options.patience} is no duration; give one such as 20m`);
  const record = beginRecord(
    {
      name: profile.name,
      seed,
      depth,
      ...(only ? { only } : {}),
      ...(skip ? { skip } : {}),
      ...(shard ? { shard } : {}),
      ...(known.length > 0 ? { known } : {}),
      ...(options.revisions ? { revisions: options.revisions } : {}),
      ...(target ? { target } : {}),
      ...(options.patience === undefined ? {} : { patience: options.patience }),
      ...(profile.control && "adapter" in profile.control ? { isAdapted: true as const } : {}),
    },
    options.onEntry,
  );
  const proofs = chooseProofs({ only, skip, first, shard });
  const open = async () =>
    Runner.open(
      await createSession(profile, {
        time: options.time,
        patience,
        person: options.person,
        redaction: options.redaction,
      }),
      { seed, depth, signal, isWanted: (id) => (only?.includes(id) ?? true) && !(skip?.includes(id) ?? false) },
      untilAborted(record, signal),
    );
  const runner = await unlessAborted(signal, open()).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const isOver = () => (options.stopAtFirstFailure ?? false) && hasFailedMust(record.entries, known);
  const failed = () => (options.stopAtFirstFailure || options.once ? [] : failedProofs(record.entries));
  const done = runner ? await proveAll(runner, proofs, { ...options, signal, isOver, failed }) : 0;
  for (const { title, ids } of proofs.slice(done))
    record.write({ kind: "skipped", title, ids, why: "the run ended before this proof did" });
  const { context, budget } = runner?.run ?? {};
  return record.end(done === proofs.length && !signal.aborted && !context?.presence.isLost && !budget?.isCutShort);
}

/** Runs proofs until all are done, or the run is over or interrupted; returns how many are done. */
async function proveAll(
  runner: Runner,
  proofs: readonly Proof[],
  {
    signal,
    isOver,
    failed,
    onProgress,
    onUninstall,
  }: { signal: AbortSignal; isOver: () => boolean; failed: () => FailedProof[] } & Pick<
    RunOptions,
    "onProgress" | "onUninstall"
  >,
): Promise<number> {
  let done = 0;
  const prove = async () => {
    await runner.checkProfile(proofs);
    await runner.proveAll(proofs, {
      isOver,
      onTurn(turns) {
        done = turns;
        onProgress?.({ done, total: proofs.length, requests: runner.run.context.client.sent });
      },
    });
    await runner.repeatFailed(proofs, failed(), isOver);
    runner.run.context.reportDoubts();
  };
  try {
    // At an interruption, a waiting proof is given up.
    await unlessAborted(signal, prove());
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await runner.close(signal.aborted ? onUninstall : undefined);
  }
  return done;
}

/** True if a must failed that is not known to fail. */
function hasFailedMust(entries: readonly Entry[], known: readonly KnownFailure[]): boolean {
  const failed = new Set(entries.flatMap((entry) => (entry.kind === "finding" ? [entry.requirement] : [])));
  for (const { id } of known) failed.delete(id);
  return loadLedger().some((requirement) => isScored(requirement) && failed.has(requirement.id));
}
