import { readFileSync } from "node:fs";
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { UsageError } from "./errors.ts";
import { isRecord } from "./json.ts";
import { repeatsKey } from "./repeated-keys.ts";
import { describeValue } from "./sentences.ts";

// Documents may have megabytes, which js-yaml reads several times faster than yaml, with half the memory: `npm run bench:yaml`.
const options = { schema: CORE_SCHEMA.withTags(mergeTag) };

/** Reads a file of JSON or YAML, which has to hold an object. */
export function readDocument(file: string, wanted = "an OpenAPI file or a specs folder"): unknown {
  const text = readText(file, wanted);
  if (/^\s*</.test(text)) throw new UsageError(`${file}: this is HTML or XML; give JSON or YAML`);
  const node = readJson(text) ?? readYaml(file, text);
  if (!isRecord(node)) throw new UsageError(`${file}#: found ${describeValue(node)}, expected an object`);
  return node;
}

/** A JSON object; undefined where the text is something else, or a key stands twice in one object, for which YAML has the line. */
function readJson(text: string): unknown {
  // Reading JSON takes a tenth of the time of YAML, which matters for a document of megabytes.
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const node: unknown = JSON.parse(text);
    return repeatsKey(text, node) ? undefined : node;
  } catch {
    return undefined;
  }
}

function readYaml(file: string, text: string): unknown {
  try {
    const node = load(text, options);
    checkAliases(file, node);
    return node;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}: it is nested too deeply to be read; flatten it`);
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? `:${error.mark.line + 1}` : "";
    if (isDuplicateKey(text, error)) {
      const key = /(?<=")[^"]*|[^:\n]*/y;
      key.lastIndex = error.mark?.position ?? 0;
      throw new UsageError(`${file}${line}: ${key.exec(text)?.[0]} stands twice in one object; keep one of them`);
    }
    throw new UsageError(`${file}${line}: this is neither JSON nor YAML: ${error.reason}`);
  }
}

/** Whether a text was refused for a key that stands twice: js-yaml gives its errors no code, but then it gets further when told to allow such keys, as JSON does. */
function isDuplicateKey(text: string, { mark }: YAMLException): boolean {
  try {
    load(text, { ...options, json: true });
    return true;
  } catch (error) {
    return error instanceof YAMLException && error.mark?.position !== mark?.position;
  }
}

/** The most values that aliases may make of a document; a document of 5 MB has some hundred thousand. */
const mostValues = 5_000_000;

/** Refuses a document whose aliases stand for so much that nobody can have meant it. */
function checkAliases(file: string, root: unknown): void {
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
  if (sizeOf(root) > mostValues)
    throw new UsageError(
      `${file}: its YAML aliases stand for more than ${mostValues / 1e6} million values; write it out`,
    );
}

function readText(file: string, wanted: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${reason}; give ${wanted}`);
  }
}
