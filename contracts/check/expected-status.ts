import type { Operation } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import type { PactResponse } from "../pact/interaction.ts";
import type { Incompatibility } from "./incompatibility.ts";

/** The classes that a status can be matched by. */
const classes: Record<string, (status: number) => boolean> = {
  info: (status) => status < 200,
  success: (status) => status >= 200 && status < 300,
  redirect: (status) => status >= 300 && status < 400,
  clientError: (status) => status >= 400 && status < 500,
  serverError: (status) => status >= 500,
  nonError: (status) => status < 400,
  error: (status) => status >= 400,
};

/** The documented status by which an expected answer is judged; undefined where none is documented. */
export function documentedStatus(operation: Operation, response: PactResponse): number | undefined {
  const wants = wanted(response);
  if (answerTo(operation, response.status) && wants(response.status)) return response.status;
  return Object.keys(operation.responses)
    .map((status) => Number(status.replace("XX", "00")))
    .find((status) => wants(status));
}

function wanted({ status, rules }: PactResponse): (status: number) => boolean {
  const matcher = rules.status?.[""]?.matchers.find(({ match }) => match === "statusCode");
  if (Array.isArray(matcher?.status)) return (one) => (matcher.status as unknown[]).includes(one);
  return classes[String(matcher?.status)] ?? ((one) => one === status);
}

/** That a status is relied on which is not documented. */
export function undocumentedStatus(operation: Operation, response: PactResponse): Incompatibility {
  const { status, rules } = response;
  const asked: unknown = rules.status?.[""]?.matchers.find(({ match }) => match === "statusCode")?.status;
  return {
    part: "response.status",
    pointer: "",
    relied: `the status ${asked === undefined ? status : JSON.stringify(asked)}`,
    promised: `${Object.keys(operation.responses).join(", ")} and no other`,
    requirement: requirementFor(operation, status),
  };
}

function requirementFor({ surface }: Operation, status: number): string {
  if (status >= 500) return "ENV-5";
  if (status < 400) return "ENV-7";
  if (status === 429) return "RATE-11";
  return surface === "v3" ? "ERR-7" : "ERR-6";
}
