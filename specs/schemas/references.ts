import { valueAt } from "../../base/pointer.ts";
import type { Node } from "../documents.ts";

/** A copy in which each local reference is replaced by what it names; keywords beside a reference win. */
export function inline(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as Node;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, document)]));
  return typeof $ref === "string" ? { ...(inline(valueAt(document, $ref.slice(1)), document) as Node), ...own } : own;
}
