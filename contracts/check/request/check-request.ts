import { pointerOf } from "../../../base/pointer.ts";
import type { Operation, Parameter } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import type { HttpInteraction, PactRequest } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { checkAuthorization } from "./check-authorization.ts";
import { checkRequestBody } from "./check-request-body.ts";
import { isWrongOnPurpose } from "./expected-refusal.ts";
import { readText } from "./wire-fields.ts";

/** Checks the request that a consumer makes against what its operation takes. */
export function checkRequest(operation: Operation, { request, response }: HttpInteraction): Incompatibility[] {
  const headers = new Map(
    Object.entries(request.headers).map(([name, values]) => [name.toLowerCase(), values.join(", ")]),
  );
  return [
    ...(isWrongOnPurpose("authentication", response.status)
      ? []
      : checkAuthorization(operation, headers.get("authorization"))),
    ...checkParameters(operation, "headers", Object.fromEntries(headers)),
    ...(isWrongOnPurpose("input", response.status)
      ? []
      : [
          ...checkParameters(operation, "path", pathValues(operation.path, request.path)),
          ...checkParameters(operation, "query", queryValues(request)),
          ...checkRequestBody(operation, request, headers.get("content-type")),
        ]),
  ];
}

function checkParameters(
  operation: Operation,
  part: "path" | "query" | "headers",
  values: Readonly<Record<string, string | string[]>>,
): Incompatibility[] {
  const place = part === "headers" ? "header" : part;
  const documented = operation.parameters.filter((parameter) => parameter.in === place);
  if (documented.length === 0) return [];
  const nameOf = ({ name }: Parameter) => (place === "header" ? name.toLowerCase() : name);
  const typed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const parameter = documented.find((candidate) => nameOf(candidate) === name);
      return [name, parameter ? readValue(parameter, value) : value];
    }),
  );
  return validate(operation, { direction: "request", part }, typed).map(
    ({ pointer, found, expected, requirement = "REQ-2" }) => {
      const header = documented.find(({ name }) => place === "header" && `/${name.toLowerCase()}` === pointer);
      return {
        part: `request.${place}`,
        // A header's name is spelled as in the specification.
        pointer: header ? pointerOf([header.name]) : pointer,
        relied: found,
        promised: expected,
        requirement,
      };
    },
  );
}

/** Reads texts as the type that a parameter asks for. */
function readValue({ schema, separator }: Parameter, value: string | string[]): unknown {
  if (schema.type === "array") {
    const items = typeof value === "string" && separator ? value.split(separator) : [value].flat();
    return items.map((item) => readText(item, schema.items ?? {}));
  }
  return Array.isArray(value) ? value : readText(value, schema);
}

/** The values that a path has in place of its template's parameters. */
function pathValues(template: string, path: string): Record<string, string> {
  const segments = path.split("/");
  return Object.fromEntries(
    [...template.split("/").entries()].flatMap(([index, segment]) =>
      segment.startsWith("{") ? [[segment.slice(1, -1), decode(segments[index] ?? "")]] : [],
    ),
  );
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The query by name; a name with several values has a list. */
const queryValues = ({ query }: PactRequest): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
