import { isRecord } from "../../../base/json.ts";
import { pointerOf } from "../../../base/pointer.ts";
import type { Operation, Schema } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import type { PactRequest } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { isFormType, isJsonType } from "../values/media-type.ts";
import { readFields } from "./wire-fields.ts";

/** Checks the body that a consumer sends against the one that its operation takes; a body that is not described is not judged. */
export function checkRequestBody(
  operation: Operation,
  request: PactRequest,
  contentType: string | undefined,
): Incompatibility[] {
  const { body } = request;
  if (body?.isTypeAssumed && (operation.body || isJsonValue(body.content)) && contentType === undefined)
    return [
      {
        part: "request.header",
        pointer: "/Content-Type",
        relied: "a body without Content-Type",
        promised: "application/json",
        requirement: "VER-2",
      },
    ];
  if (!operation.body) return [];
  const { form, schema, isJsonRefused, required } = operation.body;
  const mediaType = contentType ?? body?.contentType ?? "";
  if (form && typeof body?.content === "string" && isFormType(mediaType))
    return errorsOf(asForm(operation, form), "request.body", readFields(form, fieldsOf(body.content)));
  if (body !== undefined && (isJsonRefused || !isJsonType(mediaType)))
    return [
      {
        part: "request.header",
        pointer: "/Content-Type",
        relied: `the Content-Type ${mediaType}`,
        promised: isJsonRefused ? "another media type" : "application/json",
        requirement: "VER-2",
      },
    ];
  if (body === undefined && operation.method === "GET" && Object.keys(request.query).length > 0)
    return checkQueryAsBody(operation, schema, request);
  if (body === undefined && !required) return [];
  return [
    ...errorsOf(operation, "request.body", body?.content),
    ...undocumentedFields(operation, schema, body?.content),
  ];
}

/** True if a body is an object or an array: a text may be anything. */
const isJsonValue = (content: unknown): boolean => typeof content === "object" && content !== null;

const formOperations = new WeakMap<Operation, Operation>();

/** The operation with its form as the body; always the same object, because validators are cached by it. */
function asForm(operation: Operation, schema: Schema): Operation {
  const body = { required: operation.body?.required === true, schema };
  const formOperation = formOperations.get(operation) ?? { ...operation, body };
  formOperations.set(operation, formOperation);
  return formOperation;
}

/** The fields of a form, each with all of its values. */
function fieldsOf(text: string): Record<string, string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
}

const errorsOf = (operation: Operation, part: string, content: unknown): Incompatibility[] =>
  validate(operation, { direction: "request", part: "body" }, content ?? null).map(
    ({ pointer, found, expected, requirement = "REQ-2" }) => ({
      part,
      pointer,
      relied: content === undefined ? "nothing" : found,
      promised: expected,
      requirement,
    }),
  );

/** Warns of fields that are not documented: nothing promises that they have an effect. */
function undocumentedFields({ notShown }: Operation, schema: Schema, content: unknown): Incompatibility[] {
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

/** Checks the fields of a GET that are sent in the query, since some clients cannot send a body with it. */
function checkQueryAsBody(operation: Operation, schema: Schema, { query }: PactRequest): Incompatibility[] {
  return [
    {
      part: "request.body",
      pointer: "",
      relied: "a query string",
      promised: "a JSON body",
      requirement: "CALL-15",
      isWarning: true,
    },
    ...errorsOf(operation, "request.query", readFields(schema, query)),
  ];
}
