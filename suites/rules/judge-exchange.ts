import { parseJson } from "../../base/json.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { reached } from "../../specs/reached.ts";
import { answerTo } from "../../specs/schemas.ts";
import { type SchemaError, validate, validatorFor } from "../../specs/validate.ts";
import { fromWire } from "../../specs/wire.ts";
import { rule } from "./rules.ts";

/** One place of one exchange that is not what the specification says. */
export interface Finding extends Required<SchemaError> {
  exchange: Exchange;
}

/** What one exchange tells: the requirements it was held against, and where it broke them. */
export interface Judgement {
  judged: Set<string>;
  findings: Finding[];
}

/** Holds one exchange against what is documented for its operation and status. */
export function judgeExchange(exchange: Exchange, { hasBody = true } = {}): Judgement {
  const { operation, query } = exchange.request;
  const { status, headers, body } = exchange.response;
  const parsed = parseJson(body);
  const judged = new Set(["ENV-5"]);
  const findings: Finding[] = [];
  const find = (error: SchemaError) =>
    findings.push({ requirement: operation.requirement ?? "ENV-2", ...error, exchange });

  if (status >= 500)
    find({ requirement: "ENV-5", pointer: "", found: `the status ${status}`, expected: "a status below 500" });

  // A read that succeeds does so with the status that is shown; what a repeated grant or a late callback is answered is open.
  const documented = Object.keys(operation.responses).filter((one) => one.startsWith("2"));
  if (operation.method === "GET" && status >= 200 && status < 300 && !answerTo(operation, status))
    find({ requirement: "ENV-7", pointer: "", found: `the status ${status}`, expected: documented.join(" or ") });

  const bodySlot = { direction: "response", part: "body", status, query } as const;
  const shown = hasBody && answerTo(operation, status)?.schema && validatorFor(operation, bodySlot);
  if (shown) {
    judged.add("ENV-6");
    const type = headers["content-type"];
    if (type !== undefined) judged.add("ENV-8");
    if (type !== undefined && !/^\s*[\w.+-]+\/([\w.+-]*\+)?json\s*(;|$)/i.test(type)) {
      find({ requirement: "ENV-8", pointer: "", found: `the Content-Type ${type}`, expected: "a JSON media type" });
    }
    if (parsed === undefined)
      find({ requirement: "ENV-6", pointer: "", found: "a body that is not JSON", expected: "JSON" });
    else {
      for (const id of reached(shown.schema, parsed)) judged.add(id);
      validate(operation, bodySlot, parsed).forEach(find);
    }
  }

  const headerSlot = { direction: "response", part: "headers", status } as const;
  const headerSchema = validatorFor(operation, headerSlot)?.schema;
  if (headerSchema) {
    const values = fromWire(headerSchema, headers);
    for (const id of reached(headerSchema, values)) judged.add(id);
    validate(operation, headerSlot, values).forEach(find);
  }
  for (const { requirement, errors } of rule(exchange, parsed)) {
    judged.add(requirement);
    errors.forEach(find);
  }
  return { judged, findings };
}
