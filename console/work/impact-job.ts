import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { impactOf } from "../../library/impact.ts";
import type { ConsoleContext } from "../context.ts";
import { first } from "../store/database.ts";
import type { PartnerImpact, RevisionImpact } from "../watch/revisions.ts";

/** How many sentences are kept of what breaks a partner. */
const mostSentences = 20;

/** Holds every contract against a revision with the code of `assay impact`, and keeps what it means for each partner. */
export async function impactJob({ database }: ConsoleContext, revisionId: string): Promise<void> {
  const revision = await first<{ document: string }>(database, "SELECT document FROM assay.revisions WHERE id = $1", [
    revisionId,
  ]);
  const pacts = await database.query<{ id: string; partner_id: string; pact: string }>(
    "SELECT id, partner_id, pact FROM assay.contracts",
  );
  if (!revision) return;
  const impact = pacts.length > 0 ? await holdAgainst(revision.document, pacts) : { partners: {} };
  await database.query("UPDATE assay.revisions SET impact = $2 WHERE id = $1", [revisionId, JSON.stringify(impact)]);
}

async function holdAgainst(
  document: string,
  pacts: readonly { id: string; partner_id: string; pact: string }[],
): Promise<RevisionImpact> {
  const folder = mkdtempSync(join(tmpdir(), "assay-impact-"));
  try {
    const [file, pactFolder] = [join(folder, "revision.yaml"), join(folder, "pacts")];
    writeFileSync(file, document);
    mkdirSync(pactFolder);
    for (const { id, pact } of pacts) writeFileSync(join(pactFolder, `${id}.json`), pact);
    const { broken, unread } = await impactOf({ against: file, pacts: pactFolder });
    const partners: Record<string, PartnerImpact> = {};
    for (const { id, partner_id } of pacts) {
      const own = broken.filter(({ pact }) => basename(pact) === `${id}.json`);
      const isUnread = unread.some((reason) => reason.includes(`${id}.json`));
      const before = partners[partner_id];
      partners[partner_id] = joined(before, {
        outcome: outcomeOf(
          own.map(({ outcome }) => outcome),
          isUnread,
        ),
        says: own.map(({ expectation, breaks }) => `${expectation}: ${breaks.map(({ says }) => says).join("; ")}`),
      });
    }
    return { partners };
  } catch (error) {
    if (error instanceof UsageError) return { failed: error.message.replaceAll(folder, "").slice(0, 500) };
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const gravest = ["breaks", "may break", "unread", "holds"] as const;

function outcomeOf(outcomes: readonly ("breaks" | "may break")[], isUnread: boolean): PartnerImpact["outcome"] {
  const found: readonly PartnerImpact["outcome"][] = isUnread ? [...outcomes, "unread"] : outcomes;
  return gravest.find((outcome) => found.includes(outcome)) ?? "holds";
}

const joined = (before: PartnerImpact | undefined, added: PartnerImpact): PartnerImpact => ({
  outcome: gravest.find((outcome) => before?.outcome === outcome || added.outcome === outcome) ?? "holds",
  says: [...(before?.says ?? []), ...added.says].slice(0, mostSentences),
});
