import type { ConsumerVersionSelector } from "@pact-foundation/pact-core";
import { UsageError } from "../../base/errors.ts";
import type { Session } from "../../harness/session.ts";
import { createBrokerFront } from "../broker/broker-front.ts";
import type { Pact } from "../pact/interaction.ts";
import { readPact } from "../pact/pact-file.ts";
import { type Numbered, stagePact } from "./staged-pacts.ts";
import { type Verified, type VerifyPlan, verify } from "./verify.ts";

/** Which pacts to read from a broker, and as what to publish what became of them. */
export interface BrokerPlan extends VerifyPlan {
  broker: string;
  token?: string;
  provider: string;
  selectors: ConsumerVersionSelector[];
  /** The version of the provider that results are published for; nothing is published without one. */
  version?: string;
  branch?: string;
}

/** Replays the pacts that a broker holds for a provider, by Pact's own support; also tells whose results were held back. */
export async function verifyBroker(session: Session, plan: BrokerPlan): Promise<Verified & { heldBack: string[] }> {
  const { broker, token, provider, selectors, version, branch } = plan;
  const heldBack: string[] = [];
  const verified = await verify(session, plan, async (verification) => {
    const pacts = new Map<string, { pact: Pact; numbered: Numbered[] }>();
    const front = await createBrokerFront(broker, {
      pact: (text, source, publishAt) => {
        const pact = readPact(text, source);
        const numbered = verification.take(pact);
        pacts.set(publishAt, { pact, numbered });
        return stagePact(pact, numbered);
      },
      // To publish what nobody could test would tell the broker a lie, whichever way.
      mayPublish: (address) => {
        const pact = pacts.get(address)?.pact;
        const turns = pact ? verification.turnsOf(pact) : [];
        const isTested = turns.every(({ trouble }) => trouble?.outcome !== "untestable");
        if (!isTested && pact) heldBack.push(pact.consumer);
        return isTested;
      },
    });
    try {
      const run = verification.run({
        pactBrokerUrl: front.url,
        provider,
        consumerVersionSelectors: selectors,
        ...(token ? { pactBrokerToken: token } : {}),
        ...(version ? { publishVerificationResult: true, providerVersion: version } : {}),
        ...(branch ? { providerVersionBranch: branch } : {}),
      });
      const [reason] = (await Promise.race([run, front.failed])).values();
      if (pacts.size === 0)
        throw new UsageError(
          `--provider: ${broker} has no pact for ${provider} that the selectors choose; mend one of them`,
        );
      for (const { pact, numbered } of pacts.values()) {
        if (!reason || verification.turnsOf(pact).length > 0) continue;
        for (const { number } of numbered) verification.refuse(number, reason);
      }
    } finally {
      await front.close();
    }
  });
  return { ...verified, heldBack };
}
