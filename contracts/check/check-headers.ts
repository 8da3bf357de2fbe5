import { pointerOf } from "../../base/pointer.ts";
import type { Operation } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import type { PactResponse, Rule } from "../pact/interaction.ts";
import { accepts } from "./accepted-values.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { promisedBySchema } from "./promised-body.ts";
import { equality } from "./rule-tree.ts";
import { describeRule } from "./rule-wording.ts";
import { certaintyOf } from "./single-value.ts";

/** Headers that HTTP itself brings, whatever the API says. */
const ofHttp = ["date", "content-length", "connection", "transfer-encoding"];

/** Holds the headers that a consumer relies on against those that are documented for a status. */
export function checkHeaders(operation: Operation, response: PactResponse, status: number): Incompatibility[] {
  const documented = answerTo(operation, status)?.headers ?? [];
  return Object.entries(response.headers).flatMap(([name, values]): Incompatibility[] => {
    const lower = name.toLowerCase();
    if (ofHttp.includes(lower)) return [];
    const at = { part: "response.header", pointer: pointerOf([name]) };
    const rule = ruleOf(response, lower);
    const example = values.join(", ");
    if (lower === "content-type") {
      if (response.body === undefined || isJsonPossible(rule, example)) return [];
      return [{ ...at, relied: describeRule(rule, example), promised: "a JSON media type", requirement: "ENV-8" }];
    }
    const found = documented.find((one) => one.name.toLowerCase() === lower);
    if (!found?.required) {
      const requirement = operation.surface === "v3" ? "ERR-7" : "ENV-2";
      return [{ ...at, relied: "this header", promised: `no such header with ${status}`, requirement }];
    }
    const promised = promisedBySchema(found.schema);
    if (certaintyOf(promised, rule, example, true) !== "never") return [];
    const { requirement = "RES-1" } = found;
    return [{ ...at, relied: describeRule(rule, example), promised: promised.says, requirement }];
  });
}

/** The rule of a header, by its name in small letters. */
export const ruleOf = ({ rules }: PactResponse, lower: string): Rule =>
  Object.entries(rules.header ?? {}).find(([name]) => name.toLowerCase() === lower)?.[1] ?? equality;

/** Media types under which JSON travels. */
const jsonTypes = ["application/json", "application/json; charset=utf-8", "application/vnd.api.v2+json"];

/** Whether a text names a JSON media type. */
export const isJsonType = (text: string): boolean => /^\s*[\w.+-]+\/([\w.+-]*\+)?json\s*(;|$)/i.test(text);

/** Whether a rule lets a JSON media type pass. */
export const isJsonPossible = (rule: Rule, example: string): boolean =>
  [example, ...jsonTypes].some((type) => isJsonType(type) && accepts(rule, example, type));
