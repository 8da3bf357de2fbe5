import { judgeTarget } from "../../library/judge.ts";
import { textOfResults } from "../../record/results.ts";
import { baselineOf } from "../../regression/baseline/baseline.ts";
import { compareBaselines } from "../../regression/baseline/baseline-comparison.ts";
import { loadOperations } from "../../specs/operations.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../partners/events.ts";
import { endAttempt } from "../runs/attempts.ts";
import type { ProgressWriter } from "../runs/progress.ts";
import { type KeptRun, runsOf } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import { retrying } from "../store/retrying.ts";
import { findProvider, readTargetProfile, writeBaseline } from "../watch/providers.ts";
import { type Measured, outcomesOf, packJournal } from "./certify-job.ts";

/** How many changes of a baseline are kept with a run. */
const mostChanges = 500;

/** Judges a provider with the code of `assay run`, and compares what it does where the specification is silent with its baseline. */
export async function watchRun(
  context: ConsoleContext,
  run: KeptRun,
  { progress, signal }: { progress: ProgressWriter; signal: AbortSignal },
): Promise<Measured> {
  const provider = await findProvider(context.database, run.provider_id ?? "");
  if (!provider) return { whyNot: "the provider is no longer watched" };
  const { results, entries } = await judgeTarget(await readTargetProfile(context, provider.id), {
    signal,
    onProgress: ({ done, total }) => progress.tell({ kind: "proofs", done, total }),
  });
  if (results.complete === false) return { whyNot: "it was interrupted" };
  const baseline = baselineOf(entries, loadOperations());
  const changes = provider.baseline ? compareBaselines(provider.baseline, baseline, []).changes : [];
  const before = (await runsOf(context.database, provider.id)).find(({ state }) => state === "finished");
  const fields = {
    verdict: results.verdict,
    outcomes: outcomesOf(results),
    results: textOfResults(results),
    journal: packJournal(entries),
    changes: changes.slice(0, mostChanges),
  };
  const follow = async (sql: Sql) => {
    const about = { providerId: provider.id, runId: run.id };
    // The first run says what is usual.
    if (!provider.baseline) await writeBaseline(sql, provider.id, baseline);
    if (changes.length > 0)
      await writeEvent(context, sql, {
        kind: "baseline",
        ...about,
        why: `${changes.length} facts are not what they were: ${changes
          .slice(0, 3)
          .map(({ fact, change }) => `${fact} (${change})`)
          .join(", ")}`,
      });
    if (before && before.verdict !== results.verdict)
      await writeEvent(context, sql, {
        kind: "provider-verdict",
        ...about,
        before: before.verdict,
        after: results.verdict,
        why: `${provider.name} was ${before.verdict}, and is ${results.verdict}`,
      });
  };
  return { isKept: await retrying(() => endAttempt(context, run, fields, follow)) };
}
