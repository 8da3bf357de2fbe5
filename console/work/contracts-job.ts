import { UsageError } from "../../base/errors.ts";
import { readPact } from "../../contracts/pact/pact-file.ts";
import { verifyPacts } from "../../contracts/verify/verify-files.ts";
import { createRedaction, redacted } from "../../harness/redaction/redaction.ts";
import { createSession } from "../../harness/session.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import { verdictOnVerified } from "../../record/verdict.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../partners/events.ts";
import { retrying } from "../store/retrying.ts";
import {
  findProvider,
  type PartnerContracts,
  readTargetProfile,
  type VerifiedAtProvider,
  writeVerified,
} from "../watch/providers.ts";

/** How many sentences are kept of what a provider does not keep of a partner's contracts. */
const mostSentences = 20;

interface OwnedPact {
  id: string;
  partner_id: string;
  pact: string;
}

/** Replays every partner's contracts against a provider with the code of `assay contracts verify`, and keeps what came of it for each partner. */
export async function contractsJob(context: ConsoleContext, providerId: string, signal: AbortSignal): Promise<void> {
  const { database } = context;
  const provider = await findProvider(database, providerId);
  const pacts = await database.query<OwnedPact>("SELECT id, partner_id, pact FROM assay.contracts ORDER BY id");
  if (!provider) return;
  const verified = await verifyAll(context, providerId, pacts, signal);
  // A worker that is stopped hands the job back.
  if (signal.aborted) throw new Error("it was interrupted");
  const turned = turnedIn(provider.contracts, verified);
  await retrying(() =>
    database.transaction(async (sql) => {
      await writeVerified(sql, providerId, verified);
      if (turned > 0)
        await writeEvent(context, sql, {
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
  pacts: readonly OwnedPact[],
  signal: AbortSignal,
): Promise<VerifiedAtProvider> {
  if (pacts.length === 0) return { partners: {} };
  try {
    const redaction = createRedaction();
    const session = await createSession(await readTargetProfile(context, providerId), { redaction });
    const read = pacts.map(({ id, pact }) => readPact(pact, id));
    const { contracts } = await verifyPacts(session, read, { seed: 1, signal });
    const shown = redacted(contracts, redaction.redact);
    const owners = new Map(pacts.map(({ id, partner_id }) => [id, partner_id]));
    const own = (partner: string) => shown.filter(({ pact }) => owners.get(pact) === partner);
    return {
      partners: Object.fromEntries([...new Set(owners.values())].map((partner) => [partner, sumUp(own(partner))])),
    };
  } catch (error) {
    if (error instanceof UsageError) return { failed: error.message.slice(0, 500) };
    throw error;
  }
}

const sumUp = (contracts: readonly ContractResult[]): PartnerContracts => ({
  verdict: verdictOnVerified(contracts),
  interactions: contracts.length,
  says: contracts
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ interaction, outcome, reason }) => `${outcome}: ${interaction}${reason ? `: ${reason}` : ""}`)
    .slice(0, mostSentences),
});

/** How many partners' contracts were kept before, and are not any more. */
function turnedIn(before: VerifiedAtProvider | null, after: VerifiedAtProvider): number {
  if (!before || "failed" in before || "failed" in after) return 0;
  return Object.entries(after.partners).filter(
    ([partner, { verdict }]) => verdict === "fail" && before.partners[partner]?.verdict === "pass",
  ).length;
}
