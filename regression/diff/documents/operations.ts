import { isRecord } from "../../../base/json.ts";
import type { OpenDocument } from "./document.ts";
import { childOf, type DocumentPlace, fieldsAt, namedBelow } from "./place.ts";

/** Who is called: the platform, or the partner. */
export type OperationKind = "operation" | "webhook";

/** One operation, webhook or callback of a document. */
export interface DocumentOperation {
  kind: OperationKind;
  /** How sentences and ignore files name it. */
  label: string;
  /** Identifies it in the other version: names of path parameters do not count. */
  key: string;
  method: string;
  path: string;
  place: DocumentPlace;
  /** The path item that it stands in. */
  item: DocumentPlace;
}

/** The methods that a path item may have. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Every operation of a document; callbacks follow the operation that they belong to. */
export function operationsOf(document: OpenDocument): DocumentOperation[] {
  const inPaths = itemsBelow(document.root, "paths").flatMap(([path, item]) =>
    operationsIn(document, item, {
      kind: "operation",
      path,
      template: templateOf(path),
      labelFor: (method) => labelOf("operation", method, path),
    }),
  );
  const inWebhooks = itemsBelow(document.root, "webhooks").flatMap(([name, item]) =>
    operationsIn(document, item, {
      kind: "webhook",
      path: name,
      template: name,
      labelFor: (method) => labelOf("webhook", method, name),
    }),
  );
  return [...inPaths, ...inWebhooks];
}

/** The name of an operation or webhook. */
export const labelOf = (kind: OperationKind, method: string, path: string): string =>
  kind === "operation" ? `${method} ${path}` : `webhook ${path}${unlessPost(method)}`;

/** The name of an operation where a version has several surfaces. */
export const onSurface = (label: string, surface: string): string => `${label} (${surface})`;

/** Webhooks are nearly always POST, so only another method is worth a word. */
const unlessPost = (method: string): string => (method === "POST" ? "" : ` (${method})`);

/** A path, or a label that ends in one, in which every path parameter looks alike: another name for a parameter is not a difference. */
export const templateOf = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");

/** The path items of a map; extensions may stand among them. */
const itemsBelow = (place: DocumentPlace, key: string): [name: string, place: DocumentPlace][] =>
  namedBelow(place, key).filter(([name]) => !name.startsWith("x-"));

/** The facts that the operations of a path item share. */
interface ItemFacts {
  kind: OperationKind;
  path: string;
  template: string;
  labelFor: (method: string) => string;
}

function operationsIn(
  document: OpenDocument,
  place: DocumentPlace,
  { kind, path, template, labelFor }: ItemFacts,
): DocumentOperation[] {
  const item = document.follow(place);
  return methodsIn(item).flatMap(([method, operationPlace]) => {
    const operation: DocumentOperation = {
      kind,
      label: labelFor(method),
      key: `${kind} ${method} ${template}`,
      method,
      path,
      place: operationPlace,
      item,
    };
    return [operation, ...callbacksOf(document, operation)];
  });
}

/** The methods that a path item has; those that OpenAPI gives no key of their own stand together, spelled as they are sent. */
const methodsIn = (item: DocumentPlace): [method: string, place: DocumentPlace][] => [
  ...methods.flatMap((name): [string, DocumentPlace][] => {
    const node = fieldsAt(item)[name];
    return isRecord(node) ? [[name.toUpperCase(), childOf(item, name, node)]] : [];
  }),
  ...namedBelow(item, "additionalOperations"),
];

/** A callback is recognised by the address that it goes to; its name is never sent. */
function callbacksOf(document: OpenDocument, operation: DocumentOperation): DocumentOperation[] {
  const counts = new Map<string, number>();
  const numberFor = (expression: string): number => {
    const count = (counts.get(expression) ?? 0) + 1;
    counts.set(expression, count);
    return count;
  };
  return itemsBelow(operation.place, "callbacks").flatMap(([name, reference]) => {
    const callback = document.follow(reference);
    const holder: DocumentPlace = { file: callback.file, node: { callback: callback.node } };
    return itemsBelow(holder, "callback").flatMap(([expression, item]) =>
      operationsIn(
        document,
        { ...item, parent: callback },
        {
          kind: "webhook",
          path: expression,
          template: `${operation.key} ${expression} ${numberFor(expression)}`,
          labelFor: (method) => `callback ${name} of ${operation.label}${unlessPost(method)}`,
        },
      ),
    );
  });
}
