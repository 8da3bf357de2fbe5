import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { UsageError } from "../errors.ts";
import { isRecord, parseJson } from "../json.ts";
import { readTextFile, tooLarge } from "./read-text.ts";
import { repeatsKey } from "./repeated-keys.ts";

// Documents may have megabytes, which js-yaml reads several times faster than yaml, with half the memory: `npm run bench:yaml`.
/** How deep YAML may be nested; documents that people write have some twenty levels. */
const deepest = 100;
const options = { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth: deepest };

/** The largest document of JSON, and of YAML, which takes ten times the time and memory; both in bytes. */
export const largestDocument = 32_000_000;
const largestYaml = 8_000_000;

/** Reads a file of JSON or YAML, which has to hold an object. */
export function readDocument(file: string, wanted = "an OpenAPI file or a specs folder"): unknown {
  return parseDocument(readTextFile(file, { fix: `give ${wanted}`, largest: largestDocument }), file);
}

/** Reads a text of JSON or YAML, which has to hold an object; messages name the file, and repeat nothing of what stands in it. */
export function parseDocument(text: string, file: string): unknown {
  if (/^\s*</.test(text)) throw new UsageError(`${file}: this is HTML or XML; give JSON or YAML`);
  const node = readJson(text) ?? readYaml(file, text);
  if (!isRecord(node)) throw new UsageError(`${file}#: found ${kindOf(node)}, expected an object`);
  return node;
}

/** Names the kind of a document that should be an object. */
function kindOf(node: unknown): string {
  if (node === null || node === undefined) return "nothing";
  return Array.isArray(node) ? "a list" : "a text";
}

/** A JSON object; undefined where the text is something else, or a key stands twice in one object, for which YAML has the line. */
function readJson(text: string): unknown {
  // Reading JSON takes a tenth of the time of YAML, which matters for a document of megabytes.
  if (!/^\s*\{/.test(text)) return undefined;
  const node = parseJson(text);
  return node === undefined || repeatsKey(text, node) ? undefined : node;
}

function readYaml(file: string, text: string): unknown {
  if (text.length > largestYaml) throw tooLarge(file, text.length, largestYaml);
  try {
    const node = load(text, options);
    checkSize(file, node);
    return node;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof RangeError) throw new UsageError(`${file}: it is nested too deeply to be read; flatten it`);
    // The library may throw anything for what was written to confuse it.
    if (!(error instanceof YAMLException)) throw new UsageError(`${file}: this is neither JSON nor YAML`);
    const line = error.mark ? `:${error.mark.line + 1}` : "";
    // js-yaml gives its errors no code.
    if (error.reason.startsWith("nesting exceeded"))
      throw new UsageError(`${file}${line}: it is nested more than ${deepest} levels deep; flatten it`);
    if (isDuplicateKey(text, error))
      throw new UsageError(`${file}${line}: a key stands twice in one object; keep one of them`);
    throw new UsageError(`${file}${line}: this is neither JSON nor YAML: ${error.reason.replaceAll(/"[^"]*"/g, "…")}`);
  }
}

/** True if a text was refused for a key that stands twice: js-yaml gives its errors no code, but then it gets further when asked to allow such keys, as JSON does. */
function isDuplicateKey(text: string, { mark }: YAMLException): boolean {
  try {
    load(text, { ...options, json: true });
    return true;
  } catch (error) {
    return error instanceof YAMLException && error.mark?.position !== mark?.position;
  }
}

/** The most values of a document, each alias counted as what it stands for; a document of 5 MB has some hundred thousand. */
const maxValues = 3_000_000;

/** Refuses a document that holds, by itself or by its aliases, more than anybody can have meant. */
function checkSize(file: string, root: unknown): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    if (typeof node !== "object" || node === null) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // An alias inside what it names is refused later, with its place.
    sizes.set(node, 1);
    const size = Object.values(node).reduce<number>((sum, child) => sum + sizeOf(child), 1);
    sizes.set(node, size);
    return size;
  };
  if (sizeOf(root) > maxValues)
    throw new UsageError(
      `${file}: with its YAML aliases written out, it holds more than ${maxValues / 1e6} million values; split it`,
    );
}
