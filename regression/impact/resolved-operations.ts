import { isRecord } from "../../base/json.ts";
import { type Node, type Surface, surfaces as surfaceOrder } from "../../specs/documents.ts";
import { type DocumentedAnswer, type Operation, operationsOf } from "../../specs/operations.ts";
import type { Surfaces } from "../diff/documents/specs-folder.ts";
import { resolveDocument } from "./resolved-document.ts";

/** The resolved operations of each version. */
const resolved = new WeakMap<Surfaces, readonly Operation[]>();

/** Every operation and event of a version, with all references in place, as contracts are checked against them. */
export function resolveOperations(surfaces: Surfaces): readonly Operation[] {
  const operations = resolved.get(surfaces) ?? resolveAll(surfaces);
  resolved.set(surfaces, operations);
  return operations;
}

function resolveAll(surfaces: Surfaces): Operation[] {
  const rankOf = (name: string): number => (surfaceOrder as readonly string[]).indexOf(name);
  const documents = [...surfaces]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([name, document]) => ({ name, document: resolveDocument(document) }));
  const envelopes = documents.find(({ name }) => name === "v1")?.document.components?.schemas ?? {};
  return documents.flatMap(({ name, document }) => {
    const own = name === "v1" || name === "callback" ? envelopes : {};
    return operationsOf(document, name as Surface).map((operation) => completeOperation(operation, own));
  });
}

/** An operation in which every header has a schema, and every answer of v1 the envelope of this version; properties that never go a part's way are not asked for. */
function completeOperation(operation: Operation, { Envelope, Error: Refusal }: Record<string, Node>): Operation {
  // The platform sends webhooks, and the partner answers them.
  const isWebhook = operation.surface === "webhooks";
  const responses = Object.entries(operation.responses).map(([status, answer]): [string, DocumentedAnswer] => {
    const schema = answer.schema ?? (/^[123]/.test(status) ? Envelope : Refusal);
    const headers = answer.headers.map((header) => ({ ...header, schema: header.schema ?? {} }));
    const shown = schema && { schema: withoutHidden(schema, isWebhook ? "readOnly" : "writeOnly") };
    return [status, { ...answer, headers, ...shown }];
  });
  const { body } = operation;
  const sent = (schema: Node) => withoutHidden(schema, isWebhook ? "writeOnly" : "readOnly");
  const own = body && {
    body: { ...body, schema: sent(body.schema), ...(body.form ? { form: sent(body.form) } : {}) },
  };
  return { ...operation, ...own, responses: Object.fromEntries(responses) };
}

/** A schema that asks for no property which never goes this way. */
function withoutHidden(schema: Node, hidden: "readOnly" | "writeOnly"): Node {
  const { properties, required } = schema;
  const isHidden = (name: unknown) =>
    isRecord(properties) && (properties[String(name)] as Node | undefined)?.[hidden] === true;
  const inside = (child: unknown): unknown => {
    if (Array.isArray(child)) return child.map(inside);
    return isRecord(child) ? withoutHidden(child, hidden) : child;
  };
  const own: Node = Object.fromEntries(Object.entries(schema).map(([key, child]) => [key, inside(child)]));
  if (!isRecord(properties)) return own;
  const shown = Object.entries(own.properties as Node).filter(([name]) => hidden === "readOnly" || !isHidden(name));
  return {
    ...own,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) ? { required: required.filter((name) => !isHidden(name)) } : {}),
  };
}
