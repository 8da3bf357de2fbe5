import { pointerOf } from "../../../base/pointer.ts";
import type { Operation } from "../../../specs/operations.ts";
import { answerTo } from "../../../specs/schemas.ts";
import type { PactResponse } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { type RuledExample, ruledExamples } from "../rules/named-rules.ts";
import { describeRule } from "../rules/rule-wording.ts";
import { isJsonAccepted } from "../values/media-type.ts";
import { promisedBySchema } from "../values/promised-body.ts";
import { certaintyOf } from "../values/single-value.ts";

/** The headers that come with HTTP itself, whatever the API says. */
const httpHeaders = ["date", "content-length", "connection", "transfer-encoding"];

/** Checks the headers that a consumer relies on against those that are documented for a status. */
export function checkHeaders(operation: Operation, response: PactResponse, status: number): Incompatibility[] {
  const documented = answerTo(operation, status)?.headers ?? [];
  return Object.entries(response.headers).flatMap(([name, values]): Incompatibility[] => {
    const lowerName = name.toLowerCase();
    if (httpHeaders.includes(lowerName)) return [];
    const place = { part: "response.header", pointer: pointerOf([name]) };
    const examples = ruledExamples(response.rules.header, name, values);
    if (lowerName === "content-type") return response.body === undefined ? [] : checkContentType(place, examples);
    const header = documented.find((parameter) => parameter.name.toLowerCase() === lowerName);
    if (!header?.required) {
      const requirement = operation.surface === "v3" ? "ERR-7" : "ENV-2";
      return [{ ...place, relied: "this header", promised: `no such header with ${status}`, requirement }];
    }
    const promised = promisedBySchema(header.schema);
    const { requirement = "RES-1" } = header;
    return examples
      .filter(({ rule, example }) => certaintyOf(promised, rule, example, true) === "never")
      .map(({ rule, example }) => ({
        ...place,
        relied: describeRule(rule, example),
        promised: promised.says,
        requirement,
      }));
  });
}

const checkContentType = (
  place: Pick<Incompatibility, "part" | "pointer">,
  examples: readonly RuledExample[],
): Incompatibility[] =>
  examples
    .filter(({ rule, example }) => !isJsonAccepted(rule, example))
    .map(({ rule, example }) => ({
      ...place,
      relied: describeRule(rule, example),
      promised: "a JSON media type",
      requirement: "ENV-8",
    }));
