import type { ConsumerVersionSelector } from "@pact-foundation/pact-core";
import { UsageError } from "../base/errors.ts";

/** Which pacts are read where nothing else is asked for: what is on the main branch, and what runs somewhere. */
const usual: ConsumerVersionSelector[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** Every key of a selector, and whether it says yes or has a value. */
const keys: Record<string, "flag" | "value"> = {
  mainBranch: "flag",
  matchingBranch: "flag",
  deployedOrReleased: "flag",
  deployed: "flag",
  released: "flag",
  latest: "flag",
  branch: "value",
  tag: "value",
  fallbackTag: "value",
  consumer: "value",
  environment: "value",
};

/** Reads selectors, each JSON or a list such as `branch=main,consumer=reader`. */
export const readSelectors = (texts: string[] | undefined): ConsumerVersionSelector[] =>
  texts?.map(readSelector) ?? usual;

function readSelector(text: string): ConsumerVersionSelector {
  const selector = text.trim().startsWith("{") ? fromJson(text) : fromList(text);
  for (const [key, value] of Object.entries(selector)) {
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!kind) throw new UsageError(`--selector: there is no ${key}; there are ${Object.keys(keys).join(", ")}`);
    if (kind === "value" && (typeof value !== "string" || !value))
      throw new UsageError(`--selector: ${key} needs a value, such as ${key}=x`);
  }
  return selector;
}

const fromList = (text: string): ConsumerVersionSelector =>
  Object.fromEntries(
    text.split(",").map((part): [string, string | boolean] => {
      const [key = "", ...value] = part.trim().split("=");
      return [key, value.length === 0 || value[0] === "true" ? true : value.join("=")];
    }),
  );

function fromJson(text: string): ConsumerVersionSelector {
  try {
    return JSON.parse(text) as ConsumerVersionSelector;
  } catch {
    throw new UsageError(`--selector: ${text} is no JSON; write for example {"mainBranch": true}, or mainBranch`);
  }
}

/** Reads a broker's address; the option is where it was named. */
export function readBroker(text: string | undefined, option = "--broker"): string {
  if (!text) throw new UsageError(`${option}: give the broker's address`);
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`${option}: ${text} is no address; write for example https://broker.example`);
  return text;
}
