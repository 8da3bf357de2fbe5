import type { ConsoleContext } from "../context.ts";
import { first } from "../store/database.ts";
import type { RevisionImpact } from "../watch/revisions.ts";
import { failureOf, runForPartners, runTask, type TaskOptions } from "./run-task.ts";
import type { OwnedPact } from "./tasks/owned-pact.ts";

/** Checks every contract against a revision, and stores what it means for each partner. */
export async function impactJob({ database }: ConsoleContext, revisionId: string, options: TaskOptions): Promise<void> {
  const revision = await first<{ document: string }>(database, "SELECT document FROM assay.revisions WHERE id = $1", [
    revisionId,
  ]);
  const pacts = await database.query<OwnedPact>("SELECT id, partner_id, pact FROM assay.contracts");
  if (!revision) return;
  const impact = await impactOn(revision.document, pacts, options);
  await database.query("UPDATE assay.revisions SET impact = $2 WHERE id = $1", [revisionId, JSON.stringify(impact)]);
}

async function impactOn(document: string, pacts: readonly OwnedPact[], options: TaskOptions): Promise<RevisionImpact> {
  if (pacts.length === 0) return { partners: {} };
  try {
    const impact = (own: readonly OwnedPact[], limits: TaskOptions) =>
      runTask("impact", { document, pacts: own }, limits);
    return { partners: await runForPartners(pacts, options, impact, (why) => ({ outcome: "unread", says: [why] })) };
  } catch (error) {
    return failureOf(error);
  }
}
