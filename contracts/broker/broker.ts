import { request } from "undici";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { reasonOf } from "../../harness/failure-reason.ts";

/** A Pact broker, and how messages name it. */
export interface BrokerAccess {
  broker: string;
  token?: string;
  /** The option that names the broker. */
  option: string;
  /** What the token must allow. */
  purpose: string;
}

/** How long a broker may take to answer, in milliseconds. */
export const brokerPatience = 30_000;

/** Calls a broker and returns the text of its answer; the token is sent to the broker itself, and to no other host that it names. */
export async function callBroker(
  { broker, token, option, purpose }: BrokerAccess,
  method: "GET" | "POST",
  address: string,
  body?: unknown,
): Promise<string> {
  const url = new URL(address, broker);
  const isOwn = url.origin === new URL(broker).origin;
  const unreachable = (error: Error): never => {
    throw new UsageError(
      `${option}: cannot reach ${isOwn ? broker : url.href} (${reasonOf(error)}); correct the address`,
    );
  };
  const answer = await request(url, {
    method,
    headers: {
      accept: "application/hal+json",
      ...(token && isOwn ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(brokerPatience),
  }).catch(unreachable);
  const text = await answer.body.text().catch(unreachable);
  if (answer.statusCode === 401 || answer.statusCode === 403)
    throw new UsageError(
      `--broker-token: ${isOwn ? broker : url.origin} refuses it (${answer.statusCode}); give a token that may ${purpose}`,
    );
  if (answer.statusCode >= 300)
    throw new BrokerRefusal(
      `${option}: ${method} ${url.href} answers ${answer.statusCode}: ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`,
      answer.statusCode,
    );
  return text;
}

/** Calls a broker and returns the document that it answers with. */
export async function documentAt(
  access: BrokerAccess,
  method: "GET" | "POST",
  address: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const text = await callBroker(access, method, address, body);
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    throw new UsageError(`${access.option}: ${address} does not answer with JSON; give the address of a Pact broker`);
  }
}

/** A broker answers with a status that is neither a success nor about credentials. */
export class BrokerRefusal extends UsageError {
  override name = "BrokerRefusal";
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
