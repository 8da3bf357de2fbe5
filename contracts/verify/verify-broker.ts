import type { ConsumerVersionSelector, VerifierOptions } from "@pact-foundation/pact-core";
import { UsageError } from "../../base/errors.ts";
import type { Session } from "../../harness/session.ts";
import { type BrokerCredentials, refusedOption } from "../broker/broker.ts";
import { createBrokerProxy } from "../broker/broker-proxy.ts";
import type { Pact } from "../pact/interaction.ts";
import { readPact } from "../pact/pact-file.ts";
import { type NumberedInteraction, numberedPact } from "./numbered-pacts.ts";
import { type Verified, type VerifyPlan, verify } from "./verify.ts";

/** Which pacts to read from a broker, and the version under which their results are published. */
export interface BrokerPlan extends VerifyPlan, BrokerCredentials {
  broker: string;
  provider: string;
  selectors: ConsumerVersionSelector[];
  /** The version of the provider; without one, no results are published. */
  version?: string;
  branch?: string;
  /** True if pacts that never held may fail without failing the verification. */
  isPendingAllowed?: boolean;
  /** Pacts of other branches that no one chose, published since this day, are verified as pending ones. */
  workInProgressSince?: string;
}

/** Replays the pacts that a broker has for a provider, by Pact's own support; also returns the consumers whose results were not published. */
export async function verifyBroker(session: Session, plan: BrokerPlan): Promise<Verified & { heldBack: string[] }> {
  const { broker, provider, selectors } = plan;
  const heldBack: string[] = [];
  const verified = await verify(session, plan, async (verification) => {
    const pacts = new Map<string, { pact: Pact; numbered: NumberedInteraction[] }>();
    const proxy = await createBrokerProxy(broker, refusedOption(plan), {
      rewritePact: (text, { source, publishAt, isPending }) => {
        const pact = withPending(readPact(text, source), isPending);
        const numbered = verification.add(pact);
        pacts.set(publishAt, { pact, numbered });
        return numberedPact(pact, numbered);
      },
      // Neither success nor failure would be true of a pact that is untestable in part.
      mayPublish: (address) => {
        const pact = pacts.get(address)?.pact;
        const replayed = pact ? verification.replayedOf(pact) : [];
        const isTested = replayed.every(({ problem }) => problem?.outcome !== "untestable");
        if (!isTested && pact) heldBack.push(pact.consumer);
        return isTested;
      },
    });
    try {
      const run = verification.run({
        pactBrokerUrl: proxy.url,
        provider,
        consumerVersionSelectors: selectors,
        ...brokerOptions(plan),
      });
      const [reason] = (await Promise.race([run, proxy.failed])).values();
      if (pacts.size === 0)
        throw new UsageError(
          `--provider: ${broker} has no pact for ${provider} that the selectors match; correct one of them`,
        );
      for (const { pact, numbered } of pacts.values()) {
        if (!reason || verification.replayedOf(pact).length > 0) continue;
        for (const { number } of numbered) verification.refuse(number, reason);
      }
    } finally {
      await proxy.close();
    }
  });
  return { ...verified, heldBack };
}

/** A pact as the broker sees it: of one that is pending, every interaction is. */
const withPending = (pact: Pact, isPending: boolean): Pact =>
  isPending
    ? { ...pact, interactions: pact.interactions.map((interaction) => ({ ...interaction, isPending: true as const })) }
    : pact;

/** The arguments of Pact's verifier for a broker, besides its address. */
function brokerOptions(plan: BrokerPlan): Partial<VerifierOptions> {
  const { token, username, password, version, branch, isPendingAllowed, workInProgressSince } = plan;
  return {
    ...(token ? { pactBrokerToken: token } : {}),
    ...(username && !token ? { pactBrokerUsername: username, pactBrokerPassword: password ?? "" } : {}),
    ...(version ? { publishVerificationResult: true, providerVersion: version } : {}),
    ...(branch ? { providerVersionBranch: branch } : {}),
    ...(isPendingAllowed ? { enablePending: true } : {}),
    ...(workInProgressSince ? { includeWipPactsSince: workInProgressSince } : {}),
  };
}
