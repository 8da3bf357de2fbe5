import { pointerOf } from "../../base/pointer.ts";
import type { Operation } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import type { MatchingRule, PactResponse } from "../pact/interaction.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { isJsonAccepted } from "./media-type.ts";
import { promisedBySchema } from "./promised-body.ts";
import { equality } from "./rule-tree.ts";
import { describeRule } from "./rule-wording.ts";
import { certaintyOf } from "./single-value.ts";

/** The headers that come with HTTP itself, whatever the API says. */
const httpHeaders = ["date", "content-length", "connection", "transfer-encoding"];

/** Checks the headers that a consumer relies on against those that are documented for a status. */
export function checkHeaders(operation: Operation, response: PactResponse, status: number): Incompatibility[] {
  const documented = answerTo(operation, status)?.headers ?? [];
  return Object.entries(response.headers).flatMap(([name, values]): Incompatibility[] => {
    const lowerName = name.toLowerCase();
    if (httpHeaders.includes(lowerName)) return [];
    const place = { part: "response.header", pointer: pointerOf([name]) };
    const rule = ruleOf(response, lowerName);
    const example = values.join(", ");
    if (lowerName === "content-type") {
      if (response.body === undefined || isJsonAccepted(rule, example)) return [];
      return [{ ...place, relied: describeRule(rule, example), promised: "a JSON media type", requirement: "ENV-8" }];
    }
    const header = documented.find((parameter) => parameter.name.toLowerCase() === lowerName);
    if (!header?.required) {
      const requirement = operation.surface === "v3" ? "ERR-7" : "ENV-2";
      return [{ ...place, relied: "this header", promised: `no such header with ${status}`, requirement }];
    }
    const promised = promisedBySchema(header.schema);
    if (certaintyOf(promised, rule, example, true) !== "never") return [];
    const { requirement = "RES-1" } = header;
    return [{ ...place, relied: describeRule(rule, example), promised: promised.says, requirement }];
  });
}

/** The rule of a header, by its name in lower case. */
export const ruleOf = ({ rules }: PactResponse, lowerName: string): MatchingRule =>
  Object.entries(rules.header ?? {}).find(([name]) => name.toLowerCase() === lowerName)?.[1] ?? equality;
