import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import { pathOf } from "../pointer.ts";

/** Finds the line of a JSON Pointer in a file, from 1; where it is not there, that of the nearest place around it. Undefined where the file is too large. */
export type FindLine = (file: string, pointer: string) => number | undefined;

/** Larger files take too long to be read with their lines. */
const largest = 5_000_000;

/** Finds lines in files of JSON or YAML, each of which is read once. */
export function createLineFinder(readText: (file: string) => string): FindLine {
  const files = new Map<string, (pointer: string) => number | undefined>();
  return (file, pointer) => {
    const known = files.get(file) ?? linesIn(readText, file);
    files.set(file, known);
    return known(pointer);
  };
}

function linesIn(readText: (file: string) => string, file: string): (pointer: string) => number | undefined {
  try {
    const text = readText(file);
    if (text.length > largest) return () => undefined;
    const lines = new LineCounter();
    const { contents } = parseDocument(text, { lineCounter: lines, logLevel: "silent" });
    return (pointer) => lines.linePos(offsetOf(contents, pathOf(pointer))).line || 1;
  } catch {
    // A document that cannot be read with its lines has been read without them.
    return () => undefined;
  }
}

/** Where a path leads to: the key of the last step that is there. */
function offsetOf(root: Node | null, path: readonly string[]): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    const found: unknown = childOf(node, step);
    if (found === undefined) break;
    const at = isPair(found) ? found.key : found;
    offset = (at as Node).range?.[0] ?? offset;
    node = isPair(found) ? found.value : found;
  }
  return offset;
}

function childOf(node: unknown, step: string): Pair | Node | undefined {
  if (isMap(node)) return node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return isSeq(node) ? (node.items[Number(step)] as Node | undefined) : undefined;
}
