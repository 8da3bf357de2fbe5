import { pointerOf } from "../../../base/pointer.ts";
import type { Operation } from "../../../specs/operations.ts";
import type { HttpInteraction } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { isWrongOnPurpose } from "./expected-refusal.ts";

/** How a query parameter that is not documented counts: as a warning, as a failure, or as the specification lets one judge. */
export type UnknownParameters = "warn" | "fail" | "judge";

/** Finds query parameters that the operation does not have: nothing promises that they have an effect, and the expected answer may depend on it. */
export function findUnknownParameters(
  operation: Operation,
  { request: { query, body }, response }: HttpInteraction,
  operations: readonly Operation[],
  policy: UnknownParameters,
): Incompatibility[] {
  const isBodyInQuery = body === undefined && operation.body && operation.method === "GET";
  if (isBodyInQuery || isWrongOnPurpose("input", response.status) || operation.notShown.includes("request")) return [];
  const known = queryNames(operation);
  const fields = Object.keys(operation.body?.schema.properties ?? {});
  const isEncodingOpen = operation.notShown.includes("parameters.encoding");
  return Object.keys(query)
    .filter((name) => !known.includes(isEncodingOpen ? withoutBrackets(name) : name))
    .map((name) => {
      const isField = fields.includes(withoutBrackets(name));
      const isWarning =
        policy === "warn" || (policy === "judge" && !isField && !isMistake(name, operation, operations));
      return {
        part: "request.query",
        pointer: pointerOf([name]),
        relied: "this parameter",
        promised: isField ? "it as a field of the JSON body" : promisedInstead(known),
        requirement: "REQ-2",
        ...(isWarning ? { isWarning } : {}),
      };
    });
}

const queryNames = ({ parameters }: Operation): string[] =>
  parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);

const withoutBrackets = (name: string): string => name.replace(/\[\w*\]$/, "");

const promisedInstead = (known: readonly string[]): string =>
  known.length > 0 ? `no such parameter, but ${known.join(", ")}` : "no parameters";

/** True if a parameter is taken from elsewhere: v3 describes all that it takes, and a name that another operation has was meant to do there what it does not do here. */
const isMistake = (name: string, { surface }: Operation, operations: readonly Operation[]): boolean =>
  surface === "v3" ||
  operations.some((other) => queryNames(other).some((known) => withoutBrackets(known) === withoutBrackets(name)));
