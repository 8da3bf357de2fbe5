import { resultsOf } from "../../record/results.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { endAttempt } from "../runs/attempts.ts";
import { runsOf, type StoredRun } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import { retrying } from "../store/retrying.ts";
import { findProvider, readTargetProfile, writeBaseline } from "../watch/providers.ts";
import { type Measured, outcomesOf } from "./certify-job.ts";
import { runTask, type TaskOptions } from "./run-task.ts";

/** Judges a provider, and stores what was found together with what follows from it. */
export async function watchRun(context: ConsoleContext, run: StoredRun, options: TaskOptions): Promise<Measured> {
  const provider = await findProvider(context.database, run.provider_id ?? "");
  if (!provider) return { whyNot: "the provider is no longer watched" };
  const order = { profile: await readTargetProfile(context, provider.id), before: provider.baseline };
  const { results: text, journal, baseline, changes } = await runTask("watch", order, options);
  const results = resultsOf(text);
  if (results.complete === false) return { whyNot: "it was interrupted", isOurs: true };
  const before = (await runsOf(context.database, provider.id)).find(({ state }) => state === "finished");
  const fields = { verdict: results.verdict, outcomes: outcomesOf(results), results: text, journal, changes };
  const follow = async (sql: Sql) => {
    const about = { providerId: provider.id, runId: run.id };
    // The first run says what is usual.
    if (!provider.baseline) await writeBaseline(sql, provider.id, baseline);
    if (changes.length > 0)
      await writeEvent(sql, {
        kind: "baseline",
        ...about,
        why: `${changes.length} facts are not what they were: ${changes
          .slice(0, 3)
          .map(({ fact, change }) => `${fact} (${change})`)
          .join(", ")}`,
      });
    if (before && before.verdict !== results.verdict)
      await writeEvent(sql, {
        kind: "provider-verdict",
        ...about,
        before: before.verdict,
        after: results.verdict,
        why: `${provider.name} was ${before.verdict}, and is ${results.verdict}`,
      });
  };
  return { isStored: await retrying(() => endAttempt(context, run, fields, follow)) };
}
