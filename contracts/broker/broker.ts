import { request } from "undici";
import { UsageError } from "../../base/errors.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { printable, quote } from "../../base/text/printable.ts";
import { describeBytes } from "../../base/text/wording.ts";
import { reasonOf } from "../../harness/http/failure-reason.ts";
import { readBody } from "../../harness/http/read-body.ts";

/** Credentials for a broker: a token, or a name and a password. */
export interface BrokerCredentials {
  token?: string;
  username?: string;
  password?: string;
}

/** The header that carries credentials; undefined where there are none. */
function authorizationOf({ token, username, password }: BrokerCredentials): string | undefined {
  if (token) return `Bearer ${token}`;
  if (!username) return undefined;
  return `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`;
}

/** A Pact broker, and how messages name it. */
export interface BrokerAccess extends BrokerCredentials {
  broker: string;
  /** The option that names the broker. */
  option: string;
  /** The permission that the token must give. */
  purpose: string;
}

/** The time that a broker may take to answer, in milliseconds, and the maximum of bytes that are read of an answer: as many as of a pact file. */
export const brokerPatience = 30_000;
const maxBytes = 32_000_000;

/** The text of a broker's answer. */
export async function brokerText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const { bytes, isWhole } = await readBody(body, maxBytes);
  if (!isWhole) throw new Error(`an answer of more than ${describeBytes(maxBytes)}`);
  return bytes.toString("utf8");
}

/** The whole address that a broker names. */
export function addressIn({ broker, option }: Pick<BrokerAccess, "broker" | "option">, address: string): string {
  if (URL.canParse(address, broker)) return new URL(address, broker).href;
  throw new UsageError(
    `${option}: ${broker} names an address that cannot be read: ${quote(address)}; correct it there`,
  );
}

/** Calls a broker and returns the text of its answer; the token is sent to the broker itself, and to no other host that it names. */
export async function callBroker(
  { broker, option, purpose, ...credentials }: BrokerAccess,
  method: "GET" | "POST",
  address: string,
  body?: unknown,
): Promise<string> {
  const url = new URL(addressIn({ broker, option }, address));
  const isOwn = url.origin === new URL(broker).origin;
  const unreachable = (error: Error): never => {
    throw new UsageError(
      `${option}: cannot reach ${isOwn ? broker : url.href} (${reasonOf(error)}); correct the address`,
    );
  };
  const authorization = authorizationOf(credentials);
  const answer = await request(url, {
    method,
    headers: {
      accept: "application/hal+json",
      ...(authorization && isOwn ? { authorization } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(brokerPatience),
  }).catch(unreachable);
  const text = await brokerText(answer.body).catch(unreachable);
  if (answer.statusCode === 401 || answer.statusCode === 403)
    throw new UsageError(
      `${refusedOption(credentials)}: ${isOwn ? broker : url.origin} refuses it (${answer.statusCode}); give credentials that may ${purpose}`,
    );
  if (answer.statusCode >= 300)
    throw new BrokerRefusal(
      printable(`${option}: ${method} ${url.href} answers ${answer.statusCode}: ${text.slice(0, 200)}`),
      answer.statusCode,
    );
  return text;
}

/** The option by which credentials were given, or should have been. */
export const refusedOption = ({ token, username }: BrokerCredentials): string =>
  username && !token ? "--broker-password" : "--broker-token";

/** Calls a broker and returns the document that it answers with. */
export async function documentAt(
  access: BrokerAccess,
  method: "GET" | "POST",
  address: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const parsed = parseJson(await callBroker(access, method, address, body));
  if (parsed === undefined)
    throw new UsageError(`${access.option}: ${address} does not answer with JSON; give the address of a Pact broker`);
  return fieldsOf(parsed);
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
