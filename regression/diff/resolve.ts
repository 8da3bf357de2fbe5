import { isRecord } from "../../base/json.ts";
import type { Place } from "../../base/place.ts";
import { type Document, type Node, surfaces as order, type Surface } from "../../specs/documents.ts";
import { type DocumentedAnswer, type Operation, operationsOf } from "../../specs/operations.ts";
import type { Surfaces } from "./compare-folders.ts";
import type { Sources } from "./sources.ts";

/** Every operation and event of a version, with all references in place, as contracts are held against them. */
export function operationsIn(surfaces: Surfaces): Operation[] {
  const rank = (name: string): number => (order as readonly string[]).indexOf(name);
  const documents = [...surfaces]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([name, sources]) => ({ name, document: resolved(sources) }));
  const envelopes = documents.find(({ name }) => name === "v1")?.document.components?.schemas ?? {};
  return documents.flatMap(({ name, document }) => {
    const frames = name === "v1" || name === "callback" ? envelopes : {};
    return operationsOf(document, name as Surface).map((one) => complete(one, frames));
  });
}

/** An operation in which every header has a schema, every answer of v1 the frame that this version gives it, and no part what never goes its way. */
function complete(operation: Operation, { Envelope, Error: Refusal }: Record<string, Node>): Operation {
  // What the platform sends, the partner answers.
  const isSent = operation.surface === "webhooks";
  const responses = Object.entries(operation.responses).map(([status, answer]): [string, DocumentedAnswer] => {
    const schema = answer.schema ?? (/^[123]/.test(status) ? Envelope : Refusal);
    const headers = answer.headers.map((one) => ({ ...one, schema: one.schema ?? {} }));
    return [
      status,
      { ...answer, headers, ...(schema ? { schema: going(schema, isSent ? "readOnly" : "writeOnly") } : {}) },
    ];
  });
  const { body } = operation;
  const sent = (schema: Node) => going(schema, isSent ? "writeOnly" : "readOnly");
  const own = body && {
    body: { ...body, schema: sent(body.schema), ...(body.form ? { form: sent(body.form) } : {}) },
  };
  return { ...operation, ...own, responses: Object.fromEntries(responses) };
}

/** A schema that asks for no property which never goes this way. */
function going(schema: Node, hidden: "readOnly" | "writeOnly"): Node {
  const { properties, required } = schema;
  const isHidden = (name: unknown) =>
    isRecord(properties) && (properties[String(name)] as Node | undefined)?.[hidden] === true;
  const inside = (one: unknown): unknown =>
    Array.isArray(one) ? one.map(inside) : isRecord(one) ? going(one, hidden) : one;
  const own: Node = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, inside(one)]));
  if (!isRecord(properties)) return own;
  const shown = Object.entries(own.properties as Node).filter(([name]) => hidden === "readOnly" || !isHidden(name));
  return {
    ...own,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) ? { required: required.filter((name) => !isHidden(name)) } : {}),
  };
}

/** A document without references, in the words of OpenAPI 3.1, in which each operation tells all that holds for it. */
function resolved(sources: Sources): Document {
  const { servers = [], security = [], ...document } = copy(sources, sources.root, new Set()) as Document;
  const items = (map: Record<string, Node> = {}) =>
    Object.fromEntries(
      Object.entries(map)
        .filter(([path, item]) => !path.startsWith("x-") && isRecord(item))
        .map(([path, item]) => [path, settled(item, security)]),
    );
  return { ...document, servers, paths: items(document.paths), webhooks: items(document.webhooks) };
}

/** A path item whose operations have its parameters, and the document's security. */
function settled({ parameters = [], ...item }: Node, security: unknown): Node {
  const fields = Object.entries(item).map(([key, node]) => {
    if (!isRecord(node)) return [key, node];
    const own = (node.parameters ?? []) as Node[];
    const isOwn = (one: Node) => own.some(({ name, in: place }) => name === one.name && place === one.in);
    const all = [...(parameters as Node[]).filter((one) => !isOwn(one)), ...own];
    return [key, { security, responses: {}, ...node, parameters: all.map((one) => ({ schema: {}, ...one })) }];
  });
  return Object.fromEntries(fields) as Node;
}

/** A copy with references in place; where a schema holds itself, nothing is said of what is inside. */
function copy(sources: Sources, place: Place, around: ReadonlySet<unknown>): unknown {
  const { file, node } = place;
  if (Array.isArray(node))
    return node.map((one: unknown, index) =>
      copy(sources, { file, node: one, parent: place, key: String(index) }, around),
    );
  if (!isRecord(node)) return node;
  if (around.has(node)) return {};
  const within = new Set([...around, node]);
  const own = Object.fromEntries(
    Object.entries(node)
      .filter(([key, one]) => key !== "$ref" || typeof one !== "string")
      .map(([key, one]) => [key, copy(sources, { file, node: one, parent: place, key }, within)]),
  );
  if (typeof node.$ref !== "string") return sources.legacy ? modern(own) : own;
  const named = copy(sources, sources.target(place, node.$ref), within);
  return isRecord(named) ? { ...named, ...(sources.legacy ? {} : own) } : named;
}

/** A schema of OpenAPI 3.0 in the words of 3.1. */
function modern(schema: Node): Node {
  const words = { ...schema };
  if (words.nullable === true && typeof words.type === "string") {
    words.type = [words.type, "null"];
    if (Array.isArray(words.enum)) words.enum = [...(words.enum as unknown[]), null];
  }
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof words[exclusive] !== "boolean") continue;
    if (words[exclusive] && typeof words[bound] === "number") {
      words[exclusive] = words[bound];
      delete words[bound];
    } else delete words[exclusive];
  }
  return words;
}
