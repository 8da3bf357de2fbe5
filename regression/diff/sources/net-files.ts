import { UsageError } from "../../../base/errors.ts";
import { largestDocument, parseDocument } from "../../../base/files/read-document.ts";
import { decodeText, tooLarge } from "../../../base/files/read-text.ts";
import { isRecord } from "../../../base/json.ts";
import type { FileSource } from "./file-source.ts";

/** The time that an answer may take, in milliseconds, and how many files one document may lead to. */
const patience = 30_000;
const maxFiles = 200;

/** True if a version is named by an address. */
export const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/** The documents at an address and at whatever addresses below the same folder they refer to, fetched beforehand. */
export async function netFiles(address: string, root?: string, maxBytes = 2 * largestDocument): Promise<FileSource> {
  const start = plain(address);
  const texts = new Map<string, string>();
  const folder = root ?? folderOf(start);
  const waiting = [start];
  let size = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (texts.has(next)) continue;
    if (texts.size >= maxFiles)
      throw new UsageError(`${start}: it refers to more than ${maxFiles} files; bundle it into one`);
    const text = await fetchText(next);
    texts.set(next, text);
    size += text.length;
    if (size > maxBytes) throw tooLarge(start, size, maxBytes);
    waiting.push(...referencesIn(text, next).filter((known) => isInside(known, folder)));
  }
  return {
    kindOf: (path) => (texts.has(path) ? "file" : undefined),
    namesIn: () => [],
    readText: (file) => {
      const text = texts.get(file);
      if (text === undefined) throw new UsageError(`${file}: it was not fetched; bundle the document into one file`);
      return text;
    },
    join: (base, name) => new URL(name, `${base}/`).href,
    folderOf,
    isInside,
  };
}

const folderOf = (address: string): string => address.replace(/[?#].*$/, "").replace(/\/[^/]*$/, "");
const isInside = (address: string, folder: string): boolean => address.startsWith(`${folder.replace(/\/+$/, "")}/`);

/** An address as it is written, without a fragment; names and passwords have no place in one, since reports show it. */
function plain(address: string): string {
  if (!URL.canParse(address)) throw new UsageError(`${address}: this is not an address`);
  const url = new URL(address);
  if (url.username || url.password)
    throw new UsageError(`${url.host}: an address with a password is not read; fetch the file, and give that`);
  url.hash = "";
  return url.href;
}

async function fetchText(address: string): Promise<string> {
  const refuse = (what: string): UsageError => new UsageError(`${address}: ${what}; fetch the file, and give that`);
  const signal = AbortSignal.timeout(patience);
  let response: Response;
  try {
    response = await fetch(address, { signal, redirect: "error", headers: { accept: "application/json, */*;q=0.5" } });
  } catch (error) {
    throw refuse(
      signal.aborted ? `it did not answer within ${patience / 1000} s` : `it cannot be reached (${causeOf(error)})`,
    );
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw refuse(`it answers ${response.status}`);
  }
  return decodeText(await bytesOf(response, address, refuse), address, { fix: "give JSON or YAML" });
}

/** Reads a body up to the most that is read. */
async function bytesOf(response: Response, address: string, refuse: (what: string) => UsageError): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > largestDocument) throw tooLarge(address, size, largestDocument);
    }
  } catch (error) {
    throw error instanceof UsageError ? error : refuse("it stopped half way");
  }
  return Buffer.concat(chunks);
}

function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? "no reason given";
}

/** The addresses of other files to which a document refers; whether they are right shows when they are followed. */
function referencesIn(text: string, address: string): string[] {
  const found = new Set<string>();
  // A set goes on with what is added to it on the way, and holds what an alias repeats only once.
  const nodes = new Set<unknown>([parseDocument(text, address)]);
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    const { $ref } = isRecord(node) ? node : {};
    if (typeof $ref === "string" && !$ref.startsWith("#") && URL.canParse($ref, address)) {
      const url = new URL($ref, address);
      url.hash = "";
      found.add(url.href);
    }
    for (const child of Object.values(node)) if (typeof child === "object") nodes.add(child);
  }
  return [...found];
}
