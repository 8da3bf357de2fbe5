import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { UsageError } from "../../../base/errors.ts";
import { complaintsOf } from "../../../base/formats/format-check.ts";
import { pointerOf } from "../../../base/pointer.ts";
import { methods } from "./operations.ts";
import type { DocumentPlace } from "./place.ts";

type Shape = Record<string, unknown>;

const text = { type: "string" };
const flag = { type: "boolean" };
const number = { type: "number" };
const count = { type: "integer", minimum: 0 };
const texts = { type: "array", items: text };
const $ = (name: string): Shape => ({ $ref: `#/$defs/${name}` });
const list = (items: Shape): Shape => ({ type: "array", items });
const map = (additionalProperties: Shape): Shape => ({ type: "object", additionalProperties });
const object = (properties: Shape, ...required: string[]): Shape => ({ type: "object", properties, required });
/** A reference, or the thing itself. */
const either = (shape: Shape): Shape => ({
  type: "object",
  if: { type: "object", required: ["$ref"] },
  then: { properties: { $ref: text } },
  else: shape,
});
/** Extensions may stand among the names. */
const named = (shape: Shape): Shape => ({
  type: "object",
  patternProperties: { "^(?!x-)": shape },
});

const expression = { type: "string", format: "expression", "x-is": "a regular expression" };

const types = ["null", "boolean", "object", "array", "number", "integer", "string"];
const typeName = { enum: types, "x-is": `one of the types ${types.join(", ")}` };
const bound = { type: ["number", "boolean"] };
const schemas = { type: "array", minItems: 1, items: $("Schema"), "x-is": "an array of schemas that is not empty" };
const field = {
  required: flag,
  deprecated: flag,
  explode: flag,
  style: text,
  schema: $("Schema"),
  content: map($("MediaType")),
};

/** The form of a document that can be compared: the skeleton of OpenAPI 3.0, 3.1 and 3.2. Other keys are allowed. */
const shape: Shape = {
  ...object(
    {
      info: object({ title: text, version: text }, "title", "version"),
      servers: list($("Server")),
      security: list(map(texts)),
      paths: {
        type: "object",
        propertyNames: { pattern: "^(/|x-)", "x-is": "a path that begins with /" },
        patternProperties: { "^/": $("PathItem") },
      },
      webhooks: map($("PathItem")),
      components: object({
        schemas: map($("Schema")),
        parameters: map(either($("Parameter"))),
        headers: map(either(object(field))),
        requestBodies: map(either($("RequestBody"))),
        responses: map(either($("Response"))),
        securitySchemes: map(either($("SecurityScheme"))),
        callbacks: map(either(named($("PathItem")))),
        pathItems: map($("PathItem")),
        mediaTypes: map(either($("MediaType"))),
      }),
    },
    "info",
  ),
  anyOf: ["paths", "webhooks", "components"].map((key) => ({ required: [key] })),
  $defs: {
    Server: object({ url: text, variables: map(object({ default: text, enum: texts }, "default")) }, "url"),
    PathItem: object({
      $ref: text,
      parameters: list(either($("Parameter"))),
      servers: list($("Server")),
      ...Object.fromEntries(methods.map((method) => [method, $("Operation")])),
      additionalOperations: map($("Operation")),
    }),
    Operation: object({
      operationId: text,
      deprecated: flag,
      parameters: list(either($("Parameter"))),
      requestBody: either($("RequestBody")),
      responses: {
        ...named(either($("Response"))),
        propertyNames: {
          pattern: "^([1-5](\\d\\d|[xX]{2})|default|x-.*)$",
          "x-is": "a status, a range such as 4XX, or default",
        },
      },
      security: list(map(texts)),
      servers: list($("Server")),
      callbacks: named(either(named($("PathItem")))),
    }),
    Parameter: object(
      {
        ...field,
        name: text,
        in: { enum: ["path", "query", "querystring", "header", "cookie"] },
        allowEmptyValue: flag,
      },
      "name",
      "in",
    ),
    RequestBody: object({ required: flag, content: map($("MediaType")) }, "content"),
    MediaType: either(object({ schema: $("Schema"), itemSchema: $("Schema"), encoding: map({ type: "object" }) })),
    Response: object({
      headers: map(either(object(field))),
      content: map($("MediaType")),
      links: map({ type: "object" }),
    }),
    SecurityScheme: object(
      {
        type: { enum: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] },
        name: text,
        in: { enum: ["query", "header", "cookie"] },
        scheme: text,
        flows: map(object({ scopes: map(text), tokenUrl: text, authorizationUrl: text, refreshUrl: text })),
        openIdConnectUrl: text,
      },
      "type",
    ),
    Schema: {
      type: ["object", "boolean"],
      "x-is": "a schema",
      properties: {
        $ref: text,
        type: {
          if: { type: "array" },
          then: { items: typeName },
          else: typeName,
        },
        nullable: flag,
        enum: { type: "array" },
        ...Object.fromEntries(["minimum", "maximum"].map((key) => [key, number])),
        multipleOf: { type: "number", exclusiveMinimum: 0 },
        ...Object.fromEntries(["exclusiveMinimum", "exclusiveMaximum"].map((key) => [key, bound])),
        ...Object.fromEntries(
          `minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains`
            .split(" ")
            .map((key) => [key, count]),
        ),
        ...Object.fromEntries(["format", "contentEncoding", "contentMediaType"].map((key) => [key, text])),
        pattern: expression,
        ...Object.fromEntries(["uniqueItems", "readOnly", "writeOnly", "deprecated"].map((key) => [key, flag])),
        required: { ...texts, "x-is": "an array of names of properties" },
        dependentRequired: map(texts),
        ...Object.fromEntries(["properties", "dependentSchemas", "$defs"].map((key) => [key, map($("Schema"))])),
        patternProperties: { ...map($("Schema")), propertyNames: expression },
        ...Object.fromEntries(["allOf", "anyOf", "oneOf"].map((key) => [key, schemas])),
        prefixItems: list($("Schema")),
        ...Object.fromEntries(
          `items contains contentSchema additionalProperties unevaluatedProperties unevaluatedItems propertyNames not if then else`
            .split(" ")
            .map((key) => [key, $("Schema")]),
        ),
        discriminator: object({ propertyName: text, mapping: map(text), defaultMapping: text }, "propertyName"),
      },
    },
  },
};

/** True if a pattern can be read, by the rules for Unicode or the older ones, which allow more escapes. */
const isExpression = (pattern: string): boolean =>
  ["u", ""].some((flags) => {
    try {
      return Boolean(new RegExp(pattern, flags));
    } catch {
      return false;
    }
  });

let check: ValidateFunction | undefined;

/** Refuses a document in which something that is compared has the wrong shape. */
export function checkShape({ file, node }: DocumentPlace): void {
  check ??= new Ajv2020({ verbose: true, strict: false, formats: { expression: isExpression } }).compile(shape);
  if (check(node)) return;
  const [complaint] = complaintsOf(check.errors ?? []);
  throw new UsageError(
    `${file}#${pointerOf(complaint?.path ?? [])}: ${complaint?.what ?? "this is not an OpenAPI document"}`,
  );
}
