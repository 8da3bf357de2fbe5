import { isRecord } from "../../base/json.ts";
import { fieldsOf, namedBelow, type Place } from "../../base/place.ts";
import type { Sources } from "./sources.ts";

/** Who is called: the platform, or the partner. */
export type Kind = "operation" | "webhook";

/** One operation, webhook or callback of a document. */
export interface Operation {
  kind: Kind;
  /** How sentences and ignore files name it. */
  label: string;
  /** What it is recognised by in the other version: names of path parameters do not count. */
  key: string;
  method: string;
  path: string;
  place: Place;
  /** The path item that it stands in. */
  item: Place;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of a document; callbacks follow the operation that they belong to. */
export function operationsOf(sources: Sources): Operation[] {
  const { root } = sources;
  return [
    ...paths(root, "paths").flatMap(([path, item]) =>
      inItem(sources, item, "operation", path, templateOf(path), (method) => `${method} ${path}`),
    ),
    ...paths(root, "webhooks").flatMap(([name, item]) =>
      inItem(
        sources,
        item,
        "webhook",
        name,
        name,
        (method) => `webhook ${name}${method === "POST" ? "" : ` (${method})`}`,
      ),
    ),
  ];
}

const paths = (place: Place, key: string): [string, Place][] =>
  namedBelow(place, key).filter(([name]) => !name.startsWith("x-"));

/** A path in which every parameter looks alike. */
const templateOf = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");

function inItem(
  sources: Sources,
  place: Place,
  kind: Kind,
  path: string,
  template: string,
  labelled: (method: string) => string,
): Operation[] {
  const item = sources.follow(place);
  return methods.flatMap((name) => {
    const node = fieldsOf(item)[name];
    if (!isRecord(node)) return [];
    const method = name.toUpperCase();
    const operation: Operation = {
      kind,
      label: labelled(method),
      key: `${kind} ${method} ${template}`,
      method,
      path,
      place: { file: item.file, node, parent: item, key: name },
      item,
    };
    return [operation, ...callbacksOf(sources, operation)];
  });
}

/** A callback is recognised by the address that it goes to; its name is on no wire. */
function callbacksOf(sources: Sources, operation: Operation): Operation[] {
  const used = new Map<string, number>();
  const turn = (expression: string): number => {
    const count = (used.get(expression) ?? 0) + 1;
    used.set(expression, count);
    return count;
  };
  return paths(operation.place, "callbacks").flatMap(([name, reference]) => {
    const callback = sources.follow(reference);
    const holder: Place = { file: callback.file, node: { callback: callback.node } };
    return paths(holder, "callback").flatMap(([expression, item]) =>
      inItem(
        sources,
        { ...item, parent: callback },
        "webhook",
        expression,
        `${operation.key} ${expression} ${turn(expression)}`,
        (method) => `callback ${name} of ${operation.label}${method === "POST" ? "" : ` (${method})`}`,
      ),
    );
  });
}
