import type { TargetProfile } from "../../../harness/profiles/target-profile.ts";
import { judgeTarget } from "../../../library/judge.ts";
import { type Baseline, baselineOf } from "../../../regression/baseline/baseline.ts";
import { compareBaselines } from "../../../regression/baseline/baseline-comparison.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { type PackedRecord, packRecord } from "./packed-record.ts";
import type { TaskTools } from "./task.ts";

/** The most changes of a baseline that are stored with a run. */
const maxChanges = 500;

export interface WatchOrder {
  profile: TargetProfile;
  /** The provider's earlier behaviour where the specification is silent. */
  before: Baseline | null;
}

export interface Watched extends PackedRecord {
  baseline: Baseline;
  changes: { fact: string; change: string }[];
}

/** Judges a provider with the code of `assay run`, and compares what it does where the specification is silent with its baseline. */
export async function watch({ profile, before }: WatchOrder, { signal, report }: TaskTools): Promise<Watched> {
  const record = await judgeTarget(profile, {
    signal,
    onProgress: ({ done, total }) => report({ kind: "proofs", done, total }),
  });
  const baseline = baselineOf(record.entries, loadOperations());
  const changes = before ? compareBaselines(before, baseline, []).changes : [];
  return { ...packRecord(record), baseline, changes: changes.slice(0, maxChanges) };
}
