import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { quote } from "../../../base/text/printable.ts";
import { impactOf } from "../../../library/versions/impact.ts";
import type { PartnerImpact } from "../../watch/revisions.ts";
import type { OwnedPact } from "./owned-pact.ts";

/** The most sentences that are stored of what breaks a partner. */
const maxSentences = 20;

/** Checks every contract against a revision with the code of `assay impact`; returns what it means for each partner. */
export async function impact({
  document,
  pacts,
}: {
  document: string;
  pacts: readonly OwnedPact[];
}): Promise<Record<string, PartnerImpact>> {
  // The process that does this has a temporary folder of its own.
  const [file, folder] = [join(tmpdir(), "revision.yaml"), join(tmpdir(), "pacts")];
  writeFileSync(file, document);
  mkdirSync(folder);
  for (const { id, pact } of pacts) writeFileSync(join(folder, `${id}.json`), pact);
  const { broken, unread } = await impactOf({ against: file, pacts: folder }).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message.replaceAll(tmpdir(), "")) : error;
  });
  const partners: Record<string, PartnerImpact> = {};
  for (const { id, partner_id } of pacts) {
    const own = broken.filter(({ pact }) => basename(pact) === `${id}.json`);
    const isUnread = unread.some((reason) => reason.includes(`${id}.json`));
    partners[partner_id] = joined(partners[partner_id], {
      outcome: outcomeOf(
        own.map(({ outcome }) => outcome),
        isUnread,
      ),
      says: own.map(({ expectation, breaks }) => `${expectation}: ${breaks.map(({ says }) => says).join("; ")}`),
    });
  }
  return partners;
}

const gravest = ["breaks", "may break", "unread", "holds"] as const;

function outcomeOf(outcomes: readonly ("breaks" | "may break")[], isUnread: boolean): PartnerImpact["outcome"] {
  const found: readonly PartnerImpact["outcome"][] = isUnread ? [...outcomes, "unread"] : outcomes;
  return gravest.find((outcome) => found.includes(outcome)) ?? "holds";
}

const joined = (before: PartnerImpact | undefined, added: PartnerImpact): PartnerImpact => ({
  outcome: gravest.find((outcome) => before?.outcome === outcome || added.outcome === outcome) ?? "holds",
  says: [...(before?.says ?? []), ...added.says].slice(0, maxSentences).map(quote),
});
