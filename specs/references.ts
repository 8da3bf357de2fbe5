import type { Node } from "./documents.ts";

/** The node that a JSON Pointer of a document names. */
export function at(document: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (node, step) => (node as Node | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
}

/** A copy in which each local reference is replaced by what it names; keywords beside a reference win. */
export function inline(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => inline(one, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as Node;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, document)]));
  return typeof $ref === "string" ? { ...(inline(at(document, $ref.slice(1)), document) as Node), ...own } : own;
}
