import { Untestable, Violation } from "../../base/errors.ts";
import type { Header, Request } from "../../harness/exchange.ts";
import { isWrongOnPurpose } from "../check/request/expected-refusal.ts";
import type { Interaction } from "../pact/interaction.ts";
import { operationOf } from "../pact/operation-of.ts";
import type { ReplayWorld } from "./replay-world.ts";
import type { VerifierRequest } from "./verifier-request.ts";

/** Headers that belong to one connection and are not passed on over another. */
const connectionHeaders = [
  "connection",
  "content-length",
  "transfer-encoding",
  "host",
  "accept-encoding",
  "keep-alive",
];

/** The headers that are passed on from one connection to another. */
export const passedOn = <T>(headers: Readonly<Record<string, T>>): [name: string, value: T][] =>
  Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name));

/** A request as the target gets it: at the surface that has the operation, with the target's tokens. */
export function targetRequest(
  world: ReplayWorld,
  interaction: Interaction,
  { method, url, headers, body }: VerifierRequest,
): Request {
  const { pathname, search, searchParams } = new URL(url, "http://127.0.0.1");
  const operation = operationOf(method, pathname);
  if (!operation) throw new Violation(`no surface has an operation ${method} ${pathname}`);
  if (method !== "GET" && !world.target.allow.mutations) throw new Untestable("the profile does not allow mutations");
  const written = headers.authorization ?? "";
  const isExpectedToFail =
    interaction.kind === "http" && isWrongOnPurpose("authentication", interaction.response.status);
  const isReplaced = /^bearer\b/i.test(written) && !isExpectedToFail;
  const authorization = isReplaced ? world.authorization(operation, /,\s*user\s/i.test(written)) : written;
  const passed = passedOn({ ...headers, authorization }).filter(([, value]) => value);
  return {
    operation,
    method,
    url: world.address(operation) + pathname + search,
    query: Object.fromEntries(searchParams),
    headers: passed.map(([name, value]): Header => [name, value ?? ""]),
    ...(body ? { body } : {}),
  };
}
