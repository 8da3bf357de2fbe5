import type { ConsoleContext } from "../context.ts";
import { first, jsonOf, type Sql } from "../store/database.ts";
import type { RevisionImpact } from "../watch/revisions.ts";
import { runForAll } from "./run-for-partners.ts";
import { failureOf, runTask, type TaskOptions } from "./run-task.ts";
import type { OwnedPact } from "./tasks/owned-pact.ts";

/** Checks every contract against a revision, and stores what it means for each partner. */
export async function impactJob({ database }: ConsoleContext, revisionId: string, options: TaskOptions): Promise<void> {
  const revision = await first<{ document: string }>(database, "SELECT document FROM assay.revisions WHERE id = $1", [
    revisionId,
  ]);
  if (!revision) return;
  const impact = await impactOn(database, revision.document, options);
  await database.query("UPDATE assay.revisions SET impact = $2 WHERE id = $1", [revisionId, jsonOf(impact)]);
}

async function impactOn(sql: Sql, document: string, options: TaskOptions): Promise<RevisionImpact> {
  try {
    const impact = (own: readonly OwnedPact[], limits: TaskOptions) =>
      runTask("impact", { document, pacts: own }, limits);
    return { partners: await runForAll(sql, options, impact, (why) => ({ outcome: "unread", says: [why] })) };
  } catch (error) {
    return failureOf(error);
  }
}
