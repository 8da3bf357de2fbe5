import type { ConsumerVersionSelector } from "@pact-foundation/pact-core";
import { UsageError } from "../../base/errors.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { BrokerCredentials } from "../../contracts/broker/broker.ts";

/** The pacts that are read if no selector is given: those of the main branch, and those that are in use somewhere. */
const defaultSelectors: ConsumerVersionSelector[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** Every key of a selector, and whether it is a flag or has a value. */
const keys: Record<string, "flag" | "value"> = {
  mainBranch: "flag",
  matchingBranch: "flag",
  deployedOrReleased: "flag",
  deployed: "flag",
  released: "flag",
  latest: "flag",
  branch: "value",
  fallbackBranch: "value",
  tag: "value",
  fallbackTag: "value",
  consumer: "value",
  environment: "value",
};

/** Reads selectors, each as JSON or as a list such as `branch=main,consumer=reader`. */
export const readSelectors = (texts: string[] | undefined): ConsumerVersionSelector[] =>
  texts?.map(readSelector) ?? defaultSelectors;

function readSelector(text: string): ConsumerVersionSelector {
  const selector: Readonly<Record<string, unknown>> = text.trim().startsWith("{") ? fromJson(text) : fromList(text);
  for (const [key, value] of Object.entries(selector)) {
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!kind) throw new UsageError(`--selector: unknown key ${key}; the keys are ${Object.keys(keys).join(", ")}`);
    if (kind === "value" && (typeof value !== "string" || !value))
      throw new UsageError(`--selector: ${key} needs a value, such as ${key}=x`);
    if (kind === "flag" && typeof value !== "boolean")
      throw new UsageError(`--selector: ${key} is a flag; write ${key} alone, or true in JSON`);
  }
  return selector;
}

const fromList = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    text.split(",").map((part): [string, string | boolean] => {
      const [key = "", ...value] = part.trim().split("=");
      return [key, value.length === 0 || value[0] === "true" ? true : value.join("=")];
    }),
  );

function fromJson(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if (parsed === undefined)
    throw new UsageError(`--selector: ${text} is not JSON; write for example {"mainBranch": true}, or mainBranch`);
  return fieldsOf(parsed);
}

/** Reads a broker's address; messages name the option. */
export function readBroker(text: string | undefined, option = "--broker"): string {
  if (!text) throw new UsageError(`${option}: give the broker's address`);
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`${option}: ${text} is not an address; write for example https://broker.example`);
  const { username, password, host } = new URL(text);
  if (username || password)
    throw new UsageError(
      `${option}: the address of ${host} holds a name or a password, which others can see; give --broker-username and --broker-password, or set PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD`,
    );
  return text;
}

/** Options with credentials for a broker. */
export interface BrokerLogin {
  brokerToken?: string;
  brokerUsername?: string;
  brokerPassword?: string;
}

/** The credentials for a broker, from options, or else from the variables that Pact's own tools read. */
export function readLogin(options: BrokerLogin, env: Readonly<Record<string, string | undefined>>): BrokerCredentials {
  const isNamed = options.brokerUsername !== undefined;
  const token = options.brokerToken ?? (isNamed ? undefined : env.PACT_BROKER_TOKEN);
  const username = options.brokerUsername ?? env.PACT_BROKER_USERNAME;
  const password = options.brokerPassword ?? env.PACT_BROKER_PASSWORD;
  if (token) return { token };
  return username ? { username, ...(password ? { password } : {}) } : {};
}
