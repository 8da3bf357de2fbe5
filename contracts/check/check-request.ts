import { pointerOf } from "../../base/pointer.ts";
import type { Operation, Parameter } from "../../specs/operations.ts";
import { type SchemaError, validate } from "../../specs/validate.ts";
import { fromWire } from "../../specs/wire.ts";
import type { HttpInteraction, PactRequest } from "../pact/interaction.ts";
import { checkAuthorization } from "./check-auth.ts";
import { checkRequestBody } from "./check-request-body.ts";
import type { Incompatibility } from "./incompatibility.ts";

/** The statuses whose requests are wrong on purpose: their parameters and bodies are not judged. */
const isRefusal = (status: number): boolean => status >= 400 && ![401, 403, 429].includes(status);

/** Holds the request that a consumer makes against what its operation takes. */
export function checkRequest(operation: Operation, { request, response }: HttpInteraction): Incompatibility[] {
  const headers = new Map(
    Object.entries(request.headers).map(([name, values]) => [name.toLowerCase(), values.join(", ")]),
  );
  return [
    ...(response.status === 401 ? [] : checkAuthorization(operation, headers.get("authorization"))),
    ...parameterFlaws(operation, "headers", Object.fromEntries(headers)),
    ...(isRefusal(response.status)
      ? []
      : [
          ...parameterFlaws(operation, "path", pathOf(operation.path, request.path)),
          ...parameterFlaws(operation, "query", queryOf(request)),
          ...strayFlaws(operation, request),
          ...checkRequestBody(operation, request, headers.get("content-type")),
        ]),
  ];
}

function parameterFlaws(
  operation: Operation,
  part: "path" | "query" | "headers",
  values: Readonly<Record<string, string | unknown[]>>,
): Incompatibility[] {
  const place = { path: "path", query: "query", headers: "header" }[part];
  const documented = operation.parameters.filter((one) => one.in === place);
  if (documented.length === 0) return [];
  const name = ({ name: own }: Parameter) => (place === "header" ? own.toLowerCase() : own);
  const read = Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const found = documented.find((one) => name(one) === key);
      return [key, found ? valueOf(found, value) : value];
    }),
  );
  return validate(operation, { direction: "request", part }, read).map((error) =>
    sent(`request.${place}`, { ...error, pointer: spelled(error.pointer, documented) }),
  );
}

/** The pointer with a header's name as the specification writes it. */
const spelled = (pointer: string, documented: Parameter[]): string => {
  const found = documented.find(({ name, in: place }) => place === "header" && `/${name.toLowerCase()}` === pointer);
  return found ? pointerOf([found.name]) : pointer;
};

/** Reads texts as what their schema asks for. */
function valueOf({ schema, separator }: Parameter, value: string | unknown[]): unknown {
  const one = (item: unknown, of: Parameter["schema"]) => fromWire({ properties: { it: of } }, { it: String(item) }).it;
  if (schema.type === "array") {
    const items: unknown[] = typeof value === "string" && separator ? value.split(separator) : [value].flat();
    return items.map((item) => one(item, (schema.items ?? {}) as Parameter["schema"]));
  }
  return Array.isArray(value) ? value : one(value, schema);
}

/** What is wrong with what a consumer sends. */
const sent = (part: string, { pointer, found, expected, requirement }: SchemaError): Incompatibility => ({
  part,
  pointer,
  relied: found,
  promised: expected,
  requirement: requirement ?? "REQ-2",
});

/** The values that a path has where its template has names. */
function pathOf(template: string, path: string): Record<string, string> {
  const values = path.split("/");
  const steps = template.split("/").entries();
  return Object.fromEntries(
    [...steps].flatMap(([index, step]) =>
      step.startsWith("{") ? [[step.slice(1, -1), decoded(values[index] ?? "")]] : [],
    ),
  );
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The query by name; several values of one name are a list. */
const queryOf = ({ query }: PactRequest): Record<string, string | unknown[]> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );

/** Query parameters that are not documented; nobody promises that they do anything. */
function strayFlaws(operation: Operation, { query, body }: PactRequest): Incompatibility[] {
  const isBody = body === undefined && operation.body;
  if (isBody || operation.notShown.includes("request")) return [];
  const known = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const isEncodingOpen = operation.notShown.includes("parameters.encoding");
  return Object.keys(query)
    .filter((name) => !known.includes(isEncodingOpen ? name.replace(/\[\w*\]$/, "") : name))
    .map((name) => ({
      part: "request.query",
      pointer: pointerOf([name]),
      relied: "this parameter",
      promised: known.length > 0 ? known.join(", ") : "no parameters",
      requirement: "REQ-2",
      isWarning: true,
    }));
}
