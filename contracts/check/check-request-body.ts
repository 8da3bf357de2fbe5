import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import { validate } from "../../specs/validate.ts";
import { fromWire } from "../../specs/wire.ts";
import type { PactRequest } from "../pact/interaction.ts";
import { isJsonType } from "./check-headers.ts";
import type { Incompatibility } from "./incompatibility.ts";

/** Holds the body that a consumer sends against the one that its operation takes; a body that is not described is nobody's business. */
export function checkRequestBody(
  operation: Operation,
  request: PactRequest,
  contentType: string | undefined,
): Incompatibility[] {
  const { body } = request;
  if (!operation.body) return [];
  const { form } = operation.body;
  if (form && typeof body?.content === "string" && isFormType(contentType ?? body.contentType))
    return errors(asForm(operation, form), "request.body", readFields(form, fieldsOf(body.content)));
  if (body !== undefined && (operation.body.isJsonRefused || !isJsonType(contentType ?? body.contentType))) {
    const relied = `the Content-Type ${contentType ?? body.contentType}`;
    const promised = operation.body.isJsonRefused ? "another media type" : "application/json";
    return [{ part: "request.header", pointer: "/Content-Type", relied, promised, requirement: "VER-2" }];
  }
  if (body === undefined && operation.method === "GET" && Object.keys(request.query).length > 0)
    return inQuery(operation, operation.body.schema, request);
  if (body === undefined && !operation.body.required) return [];
  return [
    ...errors(operation, "request.body", body?.content),
    ...strays(operation, operation.body.schema, body?.content),
  ];
}

const isFormType = (text: string): boolean => /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(text);

const forms = new WeakMap<Operation, Operation>();

/** An operation whose body is its form; always the same, so that validators can be kept by it. */
function asForm(operation: Operation, schema: Schema): Operation {
  const known = forms.get(operation) ?? { ...operation, body: { required: operation.body?.required === true, schema } };
  forms.set(operation, known);
  return known;
}

/** The fields of a form, each with all of its values. */
function fieldsOf(text: string): Record<string, string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
}

const errors = (operation: Operation, part: string, content: unknown): Incompatibility[] =>
  validate(operation, { direction: "request", part: "body" }, content ?? null).map(
    ({ pointer, found, expected, requirement = "REQ-2" }) => ({
      part,
      pointer,
      relied: content === undefined ? "nothing" : found,
      promised: expected,
      requirement,
    }),
  );

/** Fields that are not documented; nobody promises that they do anything. */
function strays({ notShown }: Operation, schema: Schema, content: unknown): Incompatibility[] {
  const known = Object.keys(schema.properties ?? {});
  if (!isRecord(content) || known.length === 0 || notShown.some((part) => part.startsWith("request"))) return [];
  return Object.keys(content)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      part: "request.body",
      pointer: pointerOf([name]),
      relied: "this field",
      promised: known.join(", "),
      requirement: String(schema["x-requirement"] ?? "REQ-2"),
      isWarning: true,
    }));
}

/** The fields of a GET in the query instead, since some clients cannot send a body with it. */
function inQuery(operation: Operation, schema: Schema, { query }: PactRequest): Incompatibility[] {
  return [
    {
      part: "request.body",
      pointer: "",
      relied: "a query string",
      promised: "a JSON body",
      requirement: "CALL-15",
      isWarning: true,
    },
    ...errors(operation, "request.query", readFields(schema, query)),
  ];
}

/** Reads the texts of fields as what a schema asks for. */
function readFields(schema: Schema, fields: Readonly<Record<string, string[]>>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const read = (text: string, of: unknown): unknown => fromWire({ properties: { it: of } }, { it: text }).it;
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]): [string, unknown] => {
      const own = name.replace(/\[\w*\]$/, "");
      const { type, items } = properties[own] ?? {};
      return [
        own,
        type === "array" ? values.map((one) => read(one, items)) : read(values.join(","), properties[own] ?? {}),
      ];
    }),
  );
}
