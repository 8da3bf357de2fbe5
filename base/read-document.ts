import { readFileSync } from "node:fs";
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { UsageError } from "./errors.ts";
import { isRecord } from "./json.ts";
import { misfit } from "./place.ts";

const yaml = { schema: CORE_SCHEMA.withTags(mergeTag) };

/** Reads a file of JSON or YAML. */
export function readDocument(file: string, wish = "an OpenAPI file or a specs folder"): unknown {
  const text = readText(file, wish);
  if (/^\s*</.test(text)) throw new UsageError(`${file}: this is HTML or XML; give JSON or YAML`);
  // JSON is a tenth of the work of YAML, which a document of megabytes makes felt.
  if (/^\s*\{/.test(text)) {
    try {
      const node: unknown = JSON.parse(text);
      if (keysIn(node) === keysWritten(text)) return node;
      // Of a key that stands twice YAML tells the line.
    } catch {
      // It may still be YAML that begins with a brace, and YAML tells the line.
    }
  }
  try {
    const node = load(text, yaml);
    if (!isRecord(node)) throw misfit({ file, node }, "an object");
    checkAliases(file, node);
    return node;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}: it is nested too deeply to be read; mend it`);
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? `:${error.mark.line + 1}` : "";
    if (error.reason === "duplicated mapping key") {
      const key = /(?<=")[^"]*|[^:\n]*/y;
      key.lastIndex = error.mark?.position ?? 0;
      throw new UsageError(`${file}${line}: ${key.exec(text)?.[0]} stands twice in one object; keep one of them`);
    }
    throw new UsageError(`${file}${line}: this is neither JSON nor YAML: ${error.reason}`);
  }
}

/** How many keys all objects of a JSON text have, as they are written. */
function keysWritten(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) count++;
  return count;
}

/** How many keys all objects of a value have. */
function keysIn(root: unknown): number {
  let count = 0;
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const inside = Object.values(node);
    if (!Array.isArray(node)) count += inside.length;
    for (const one of inside) stack.push(one);
  }
  return count;
}

/** As many values as aliases may make of a document; one of 5 MB has some hundred thousand. */
const mostValues = 5_000_000;

/** Refuses a document whose aliases stand for so much that nobody could have meant it. */
function checkAliases(file: string, root: unknown): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    if (typeof node !== "object" || node === null) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // An alias inside of what it names is told later, with its place.
    sizes.set(node, 1);
    const size = Object.values(node).reduce<number>((sum, one) => sum + sizeOf(one), 1);
    sizes.set(node, size);
    return size;
  };
  if (sizeOf(root) > mostValues)
    throw new UsageError(
      `${file}: its YAML aliases stand for more than ${mostValues / 1e6} million values; write it out`,
    );
}

function readText(file: string, wish: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}; give ${wish}`);
  }
}
