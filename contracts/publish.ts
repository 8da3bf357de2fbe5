import { request } from "undici";
import { reasonOf } from "../harness/control.ts";
import { UsageError } from "../specs/blame.ts";
import { isRecord } from "../specs/json.ts";
import { linkOf } from "./hal.ts";
import type { Pact } from "./interaction.ts";

/** Where pacts are published, and as which version of their consumer. */
export interface PublishPlan {
  broker: string;
  token?: string;
  version: string;
  branch?: string;
  tags?: string[];
}

const relation = "pb:publish-contracts";

/** Publishes pacts, one call for each consumer; the installed Pact libraries have no support of their own for this. */
export async function publishPacts(pacts: readonly Pact[], plan: PublishPlan): Promise<void> {
  const address = linkOf(await call(plan, "GET", plan.broker), relation);
  if (!address)
    throw new UsageError(`--broker: ${plan.broker} offers no ${relation}; give the address of a Pact broker`);
  for (const consumer of new Set(pacts.map((pact) => pact.consumer))) {
    const own = pacts.filter((pact) => pact.consumer === consumer);
    await call(plan, "POST", new URL(address, plan.broker).href, {
      pacticipantName: consumer,
      pacticipantVersionNumber: plan.version,
      ...(plan.branch ? { branch: plan.branch } : {}),
      ...(plan.tags ? { tags: plan.tags } : {}),
      contracts: own.map(({ provider, document }) => ({
        consumerName: consumer,
        providerName: provider,
        specification: "pact",
        contentType: "application/json",
        content: Buffer.from(JSON.stringify(document)).toString("base64"),
      })),
    });
  }
}

async function call(
  { token, broker }: PublishPlan,
  method: "GET" | "POST",
  url: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method,
    headers: {
      accept: "application/hal+json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: Error) => {
    throw new UsageError(`--broker: cannot reach ${broker} (${reasonOf(error)}); mend the address`);
  });
  const text = await answer.body.text();
  if (answer.statusCode === 401 || answer.statusCode === 403)
    throw new UsageError(`--broker-token: ${broker} refuses it (${answer.statusCode}); give a token that may publish`);
  if (answer.statusCode >= 300)
    throw new UsageError(`--broker: ${method} ${url} answers ${answer.statusCode}: ${text.slice(0, 200)}`);
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    throw new UsageError(`--broker: ${url} does not answer with JSON; give the address of a Pact broker`);
  }
}
