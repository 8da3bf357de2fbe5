import { UsageError } from "../../../base/errors.ts";
import { quote } from "../../../base/text/printable.ts";
import { readPact } from "../../../contracts/pact/pact-file.ts";
import { verifyPacts } from "../../../contracts/verify/verify-files.ts";
import type { TargetProfile } from "../../../harness/profiles/target-profile.ts";
import { createRedaction, redacted } from "../../../harness/redaction/redaction.ts";
import { createSession } from "../../../harness/session.ts";
import type { ContractResult } from "../../../record/contract-result.ts";
import { verdictOnVerified } from "../../../record/verdict.ts";
import type { PartnerContracts } from "../../watch/providers.ts";
import type { OwnedPact } from "./owned-pact.ts";
import type { TaskTools } from "./task.ts";

/** The most sentences that are stored of what a provider does not keep of a partner's contracts. */
const maxSentences = 20;

/** Replays every partner's contracts against a provider with the code of `assay contracts verify`; returns what came of it by partner. */
export async function contracts(
  { profile, pacts }: { profile: TargetProfile; pacts: readonly OwnedPact[] },
  { signal }: TaskTools,
): Promise<Record<string, PartnerContracts>> {
  const redaction = createRedaction();
  const session = await createSession(profile, { redaction });
  const owners = new Map(pacts.map(({ id, partner_id }) => [id, partner_id]));
  const unread = new Map<string, string[]>();
  const read = pacts.flatMap(({ id, partner_id, pact }) => {
    try {
      return [readPact(pact, id)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // One partner's contracts must not keep others from their outcome.
      unread.set(partner_id, [...(unread.get(partner_id) ?? []), `not read: ${error.message}`]);
      return [];
    }
  });
  const verified = read.length > 0 ? (await verifyPacts(session, read, { seed: 1, signal })).contracts : [];
  const shown = redacted(verified, redaction.redact);
  const own = (partner: string) => shown.filter(({ pact }) => owners.get(pact) === partner);
  return Object.fromEntries(
    [...new Set(owners.values())].map((partner) => [partner, sumUp(own(partner), unread.get(partner) ?? [])]),
  );
}

function sumUp(results: readonly ContractResult[], unread: readonly string[]): PartnerContracts {
  const verdict = verdictOnVerified(results);
  const broken = results
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ interaction, outcome, reason }) => `${outcome}: ${interaction}${reason ? `: ${reason}` : ""}`);
  return {
    verdict: verdict === "pass" && unread.length > 0 ? "inconclusive" : verdict,
    interactions: results.length,
    says: [...unread, ...broken].slice(0, maxSentences).map(quote),
  };
}
