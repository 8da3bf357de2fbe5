import type { Operation } from "../../../specs/operations.ts";
import { answerTo } from "../../../specs/schemas.ts";
import type { PactResponse } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";

/** The classes by which Pact's `statusCode` can match a status. */
const classes: Record<string, (status: number) => boolean> = {
  info: (status) => status < 200,
  success: (status) => status >= 200 && status < 300,
  redirect: (status) => status >= 300 && status < 400,
  clientError: (status) => status >= 400 && status < 500,
  serverError: (status) => status >= 500,
  nonError: (status) => status < 400,
  error: (status) => status >= 400,
};

/** A status that an operation may answer with, but that no one can rely on: when it does is left open. */
const openStatuses: [operation: string, status: number, promised: string, requirement: string][] = [
  [
    "listResources",
    403,
    "404 for a Location that the credential cannot access; what a token without the scope is answered is not shown",
    "AUTH-13",
  ],
];

/** Says that a consumer relies on a status which is left open; undefined where it does not. */
export function openStatus(operation: Operation, response: PactResponse): Incompatibility | undefined {
  const [, status, promised = "", requirement = ""] =
    openStatuses.find(([id, open]) => id === operation.id && open === response.status) ?? [];
  if (status === undefined || matchedStatus(response) !== undefined) return undefined;
  return { part: "response.status", pointer: "", relied: `the status ${status}`, promised, requirement };
}

/** The documented status by which an expected answer is judged; undefined where none matches. */
export function documentedStatus(operation: Operation, response: PactResponse): number | undefined {
  const isExpected = (status: number): boolean => expects(response, status);
  if (answerTo(operation, response.status) && isExpected(response.status)) return response.status;
  return Object.keys(operation.responses)
    .map((status) => Number(status.replace("XX", "00")))
    .find(isExpected);
}

function expects(response: PactResponse, status: number): boolean {
  const matched = matchedStatus(response);
  if (Array.isArray(matched)) return matched.includes(status);
  return classes[String(matched)]?.(status) ?? status === response.status;
}

/** The statuses or the class of statuses that a matcher names, where there is one. */
const matchedStatus = ({ rules }: PactResponse): unknown =>
  rules.status?.[""]?.matchers.find(({ match }) => match === "statusCode")?.status;

/** Says that a consumer relies on a status which is not documented. */
export function undocumentedStatus(operation: Operation, response: PactResponse): Incompatibility {
  const matched = matchedStatus(response);
  return {
    part: "response.status",
    pointer: "",
    relied: `the status ${matched === undefined ? response.status : JSON.stringify(matched)}`,
    promised: `${Object.keys(operation.responses).join(", ")} and no other`,
    requirement: requirementFor(operation, response.status),
  };
}

function requirementFor({ surface }: Operation, status: number): string {
  if (status >= 500) return "ENV-5";
  if (status < 400) return "ENV-7";
  if (status === 429) return "RATE-11";
  return surface === "v3" ? "ERR-7" : "ERR-6";
}
