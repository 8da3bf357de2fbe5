import { exec } from "jsonpath-rfc9535";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { pathOf, pointerOf, valueAt } from "../../base/pointer.ts";
import type { Node } from "../documents.ts";

/** One action of an OpenAPI Overlay: where it changes a document, and how. */
export interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: boolean;
}

/** Carries out an action at the locations that its target names, and nowhere else; answers their JSON Pointers. */
export function applyAction(document: Node, action: OverlayAction, place: string): string[] {
  const pointers = locate(document, action.target, place);
  if (action.remove) removeAll(document, pointers, `${place}.target: ${action.target}`);
  else if (action.update !== undefined)
    for (const pointer of pointers) updateAt(document, pointer, action, `${place}.update`);
  return pointers;
}

/** The JSON Pointers of what a JSONPath names, each once. */
function locate(document: Node, target: string, place: string): string[] {
  const found = new Set<string>();
  try {
    exec(document as never, target, (_, path) => found.add(pointerOf(path.map(unescape))));
  } catch (error) {
    throw new UsageError(
      `${place}.target: ${target} is not a JSONPath expression: ${(error as Error).message.split("\n", 1)[0]}`,
    );
  }
  return [...found];
}

/** A key as it stands in the document: the library gives it as a normalized path (RFC 9535, section 2.7) writes it. */
const unescape = (step: string | number): string | number =>
  typeof step === "number"
    ? step
    : step.replace(/\\(u[0-9a-f]{4}|.)/g, (_, escape: string) =>
        escape === "'" ? escape : (JSON.parse(`"\\${escape}"`) as string),
      );

interface NodeLocation {
  holder: Node | unknown[];
  key: string;
}

/** The parent and the key of the node at a JSON Pointer; the whole document has none. */
function locationOf(document: Node, pointer: string): NodeLocation | undefined {
  const path = pathOf(pointer);
  const key = path.pop();
  return key === undefined ? undefined : { holder: valueAt(document, pointerOf(path)) as NodeLocation["holder"], key };
}

function removeAll(document: Node, pointers: readonly string[], place: string): void {
  // Every holder is found before anything is removed, since that moves the items of an array.
  const keysByHolder = new Map<NodeLocation["holder"], Set<string>>();
  for (const pointer of pointers) {
    const location = locationOf(document, pointer);
    if (!location) throw new UsageError(`${place} is the whole document, which cannot be removed`);
    keysByHolder.set(location.holder, (keysByHolder.get(location.holder) ?? new Set()).add(location.key));
  }
  for (const [holder, keys] of keysByHolder) {
    if (Array.isArray(holder))
      holder.splice(0, holder.length, ...holder.filter((_, index) => !keys.has(String(index))));
    else for (const key of keys) delete holder[key];
  }
}

function updateAt(document: Node, pointer: string, { target, update }: OverlayAction, place: string): void {
  const node = valueAt(document, pointer);
  if (isRecord(node) && !isRecord(update))
    throw new UsageError(`${place}: ${target} is an object, which is updated by an object`);
  if (isPlain(node) && !isPlain(update))
    throw new UsageError(`${place}: ${target} is neither an object nor an array, so it is updated by a plain value`);
  const location = locationOf(document, pointer);
  const value = merged(node, update);
  if (location) (location.holder as Node)[location.key] = value;
  else Object.assign(document, value);
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** Objects are merged, arrays are lengthened, everything else is replaced; what comes from the update is copied, so that no two locations share it. */
function merged(node: unknown, update: unknown): unknown {
  if (Array.isArray(node)) return [...(node as unknown[]), ...[copyOf(update)].flat()];
  if (!isRecord(node) || !isRecord(update)) return copyOf(update);
  const fields = Object.entries(update).map(([key, value]) => [
    key,
    Object.hasOwn(node, key) ? merged(node[key], value) : copyOf(value),
  ]);
  return { ...node, ...Object.fromEntries(fields) };
}

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
