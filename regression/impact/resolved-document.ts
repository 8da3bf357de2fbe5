import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import type { Document, Node } from "../../specs/documents.ts";
import type { OpenDocument } from "../diff/documents/document.ts";
import { childOf, type DocumentPlace, formatPlace } from "../diff/documents/place.ts";

/** The maximum of objects of a document, each reference counted as what it stands for: references within references may double them at each level. */
const maxObjects = 1_000_000;

/** A document that is being copied, and how many objects the copy may still have. */
interface Resolving {
  document: OpenDocument;
  left: number;
}

/** A document without references, in the words of OpenAPI 3.1, in which each operation has all that holds for it. */
export function resolveDocument(document: OpenDocument, left = maxObjects): Document {
  const { servers = [], security = [], ...rest } = resolve({ document, left }, document.root, new Set()) as Document;
  const completeItems = (items: Record<string, Node> = {}) =>
    Object.fromEntries(
      Object.entries(items)
        .filter(([path, item]) => !path.startsWith("x-") && isRecord(item))
        .map(([path, item]) => [path, completeItem(item, security)]),
    );
  return { ...rest, servers, paths: completeItems(rest.paths), webhooks: completeItems(rest.webhooks) };
}

/** A path item whose operations have its parameters, and the document's security. */
function completeItem({ parameters = [], ...item }: Node, security: unknown): Node {
  const fields = Object.entries(item).map(([key, node]) => {
    if (!isRecord(node)) return [key, node];
    const own = (node.parameters ?? []) as Node[];
    const isOverridden = (shared: Node) =>
      own.some(({ name, in: place }) => name === shared.name && place === shared.in);
    const all = [...(parameters as Node[]).filter((shared) => !isOverridden(shared)), ...own];
    return [
      key,
      { security, responses: {}, ...node, parameters: all.map((parameter) => ({ schema: {}, ...parameter })) },
    ];
  });
  return Object.fromEntries(fields) as Node;
}

/** A copy with references in place; where a schema holds itself, nothing is said of what is inside. */
function resolve(resolving: Resolving, place: DocumentPlace, around: ReadonlySet<unknown>): unknown {
  const { node } = place;
  const { document } = resolving;
  if (Array.isArray(node))
    return node.map((item: unknown, index) => resolve(resolving, childOf(place, String(index), item), around));
  if (!isRecord(node)) return node;
  if (around.has(node)) return {};
  if (resolving.left-- <= 0)
    throw new UsageError(`${formatPlace(document.root)}: with its references written out, it is too large; split it`);
  const within = new Set([...around, node]);
  const own = Object.fromEntries(
    Object.entries(node)
      .filter(([key, child]) => key !== "$ref" || typeof child !== "string")
      .map(([key, child]) => [key, resolve(resolving, childOf(place, key, child), within)]),
  );
  if (typeof node.$ref !== "string") return document.isLegacy ? modernize(own) : own;
  const named = resolve(resolving, document.target(place, node.$ref), within);
  return isRecord(named) ? { ...named, ...(document.isLegacy ? {} : own) } : named;
}

/** A schema of OpenAPI 3.0 in the words of 3.1. */
function modernize(schema: Node): Node {
  const modern = { ...schema };
  if (modern.nullable === true && typeof modern.type === "string") {
    modern.type = [modern.type, "null"];
    if (Array.isArray(modern.enum)) modern.enum = [...(modern.enum as unknown[]), null];
  }
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof modern[exclusive] !== "boolean") continue;
    if (modern[exclusive] && typeof modern[bound] === "number") {
      modern[exclusive] = modern[bound];
      delete modern[bound];
    } else delete modern[exclusive];
  }
  return modern;
}
