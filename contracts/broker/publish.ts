import { UsageError } from "../../base/errors.ts";
import type { Pact } from "../pact/interaction.ts";
import { type BrokerCredentials, documentAt } from "./broker.ts";
import { linkOf } from "./hal.ts";

/** Where pacts are published, and under which version of their consumer. */
export interface PublishPlan extends BrokerCredentials {
  broker: string;
  version: string;
  branch?: string;
  tags?: string[];
}

const relation = "pb:publish-contracts";

/** Publishes pacts, with one call for each consumer; Pact's JavaScript libraries cannot do this themselves. */
export async function publishPacts(pacts: readonly Pact[], plan: PublishPlan): Promise<void> {
  const access = { ...plan, option: "--broker", purpose: "publish" };
  const address = linkOf(await documentAt(access, "GET", plan.broker), relation);
  if (!address)
    throw new UsageError(`--broker: ${plan.broker} offers no ${relation}; give the address of a Pact broker`);
  for (const consumer of new Set(pacts.map((pact) => pact.consumer))) {
    await documentAt(access, "POST", address, {
      pacticipantName: consumer,
      pacticipantVersionNumber: plan.version,
      ...(plan.branch ? { branch: plan.branch } : {}),
      ...(plan.tags ? { tags: plan.tags } : {}),
      contracts: pacts
        .filter((pact) => pact.consumer === consumer)
        .map(({ source, provider, document }) => ({
          consumerName: consumer,
          providerName: provider,
          specification: "pact",
          contentType: "application/json",
          content: Buffer.from(textOf(document, source)).toString("base64"),
        })),
    });
  }
}

/** A pact as text; one that is nested without end cannot be written. */
function textOf(document: Pact["document"], source: string): string {
  try {
    return JSON.stringify(document);
  } catch {
    throw new UsageError(`${source}: it is nested too deeply to be published; flatten it`);
  }
}
