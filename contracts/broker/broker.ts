import { request } from "undici";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { reasonOf } from "../../harness/control.ts";

/** A Pact broker, and where on the command line it and what it needs were given. */
export interface BrokerAccess {
  broker: string;
  token?: string;
  /** The option that names the broker, for messages. */
  option: string;
  /** What the token must be good for, for messages. */
  purpose: string;
}

/** Calls a broker and answers with the text of what it says; a token goes to the broker itself and to nobody that it names. */
export async function callBroker(
  { broker, token, option, purpose }: BrokerAccess,
  method: "GET" | "POST",
  address: string,
  body?: unknown,
): Promise<string> {
  const url = new URL(address, broker);
  const isOwn = url.origin === new URL(broker).origin;
  const unreachable = (error: Error): never => {
    throw new UsageError(`${option}: cannot reach ${isOwn ? broker : url.href} (${reasonOf(error)}); mend the address`);
  };
  const answer = await request(url, {
    method,
    headers: {
      accept: "application/hal+json",
      ...(token && isOwn ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
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

/** Calls a broker and answers with the document that it gives. */
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

/** What a broker says with a status that is neither a success nor about credentials. */
export class BrokerRefusal extends UsageError {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
