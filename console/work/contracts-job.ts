import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { retrying } from "../store/retrying.ts";
import { findProvider, readTargetProfile, type VerifiedAtProvider, writeVerified } from "../watch/providers.ts";
import { runForAll } from "./run-for-partners.ts";
import { failureOf, runTask, type TaskOptions } from "./run-task.ts";
import type { OwnedPact } from "./tasks/owned-pact.ts";

/** Replays every partner's contracts against a provider, and stores what came of it for each partner. */
export async function contractsJob(context: ConsoleContext, providerId: string, options: TaskOptions): Promise<void> {
  const { database } = context;
  const provider = await findProvider(database, providerId);
  if (!provider) return;
  const verified = await verifyAll(context, providerId, options);
  // A worker that is stopped hands the job back.
  if (options.signal.aborted) throw new Error("it was interrupted");
  const turned = turnedIn(provider.contracts, verified);
  await retrying(() =>
    database.transaction(async (sql) => {
      await writeVerified(sql, providerId, verified);
      if (turned > 0)
        await writeEvent(sql, {
          kind: "contracts",
          providerId,
          why: `${provider.name} no longer keeps the contracts of ${turned} partners`,
        });
    }),
  );
}

async function verifyAll(
  context: ConsoleContext,
  providerId: string,
  options: TaskOptions,
): Promise<VerifiedAtProvider> {
  try {
    const profile = await readTargetProfile(context, providerId);
    const replay = (own: readonly OwnedPact[], limits: TaskOptions) =>
      runTask("contracts", { profile, pacts: own }, limits);
    const unmeasured = (why: string) => ({ verdict: "inconclusive" as const, interactions: 0, says: [why] });
    return { partners: await runForAll(context.database, options, replay, unmeasured) };
  } catch (error) {
    return failureOf(error);
  }
}

/** The number of partners' contracts that were kept before, and are not any more. */
function turnedIn(before: VerifiedAtProvider | null, after: VerifiedAtProvider): number {
  if (!before || "failed" in before || "failed" in after) return 0;
  return Object.entries(after.partners).filter(
    ([partner, { verdict }]) => verdict === "fail" && before.partners[partner]?.verdict === "pass",
  ).length;
}
