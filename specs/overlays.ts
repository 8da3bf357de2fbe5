import { readFileSync } from "node:fs";
import { query } from "jsonpath-rfc9535";
import { parse } from "yaml";
import { UsageError } from "../base/errors.ts";
import { bundle, type Document, type Node, surfaces } from "./documents.ts";
import { type Operation, operationsOf } from "./operations.ts";

/** An OpenAPI Overlay document: what it changes, and where. */
interface Overlay {
  overlay: string;
  actions: { target: string; update?: unknown; remove?: boolean }[];
}

/** The operations of the specification, with the payloads that overlays supply where it shows none. */
export function operationsWith(files: readonly string[]): Operation[] {
  const documents = surfaces.map((surface) => ({ surface, document: bundle(surface) }));
  for (const file of files) {
    for (const [index, action] of readOverlay(file).actions.entries()) {
      const isUsed = documents
        .map(({ document }) => apply(document, action, `${file}: actions.${index}`))
        .some(Boolean);
      if (!isUsed)
        throw new UsageError(
          `${file}: actions.${index}.target: ${action.target} is in no document of the specification; \`assay spec --surface v1\` prints one`,
        );
    }
  }
  return documents.flatMap(({ surface, document }) => operationsOf(document, surface));
}

function readOverlay(file: string): Overlay {
  let read: unknown;
  try {
    read = parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: this is not YAML: ${(error as Error).message.split("\n", 1)[0]}`);
  }
  const overlay = read as Partial<Overlay> | null;
  if (typeof overlay?.overlay !== "string" || !overlay.overlay.startsWith("1."))
    throw new UsageError(`${file}: overlay: this is no OpenAPI Overlay 1.x; it begins with \`overlay: 1.0.0\``);
  if (!Array.isArray(overlay.actions) || overlay.actions.some((action) => typeof action?.target !== "string"))
    throw new UsageError(`${file}: actions: expected a list of actions, each with a target`);
  return overlay as Overlay;
}

/** Carries out one action; whether it found its target. */
function apply(document: Document, { target, update, remove }: Overlay["actions"][number], place: string): boolean {
  let found: unknown[];
  try {
    found = query(document as never, target);
  } catch (error) {
    throw new UsageError(`${place}.target: ${target} is no JSONPath: ${(error as Error).message.split("\n", 1)[0]}`);
  }
  for (const node of found as Node[]) {
    if (remove) drop(document, node);
    else if (typeof node !== "object" || node === null)
      throw new UsageError(`${place}.target: ${target} is neither an object nor an array`);
    else {
      merge(node, update);
      if ("operationId" in node) node["x-overlaid"] = true;
    }
  }
  return found.length > 0;
}

/** Objects are merged, lists are lengthened, everything else is replaced. */
function merge(node: Node | unknown[], update: unknown): void {
  if (Array.isArray(node)) {
    node.push(...[update].flat());
    return;
  }
  for (const [key, value] of Object.entries((update ?? {}) as Node)) {
    const own = node[key];
    const isMergeable = typeof own === "object" && own !== null && typeof value === "object" && value !== null;
    if (isMergeable) merge(own as Node, value);
    else node[key] = value;
  }
}

/** Takes a node out of whatever holds it. */
function drop(holder: unknown, node: unknown): void {
  if (Array.isArray(holder)) {
    const index = holder.indexOf(node);
    if (index >= 0) holder.splice(index, 1);
    else for (const one of holder) drop(one, node);
  } else if (typeof holder === "object" && holder !== null) {
    for (const [key, value] of Object.entries(holder)) {
      if (value === node) delete (holder as Node)[key];
      else drop(value, node);
    }
  }
}
