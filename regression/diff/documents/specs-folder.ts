import { basename } from "node:path";
import { parseDocument } from "../../../base/files/read-document.ts";
import { isRecord } from "../../../base/json.ts";
import { fill } from "../../../specs/documents.ts";
import type { Files } from "../../../specs/files.ts";
import type { VersionPath } from "../sources/locate-version.ts";
import type { OpenDocument } from "./document.ts";
import { openDocument } from "./open-document.ts";
import type { DocumentPlace } from "./place.ts";

/** A specs folder: its files by their path in it. */
export interface SpecsFolder {
  path: string;
  files: ReadonlyMap<string, DocumentPlace>;
}

/** The OpenAPI documents of one version of the specification, by surface. */
export type Surfaces = ReadonlyMap<string, OpenDocument>;

/** The files whose facts are compared beside the documents. */
export const factFiles = ["limits.yaml", "install-machine.yaml", "versioning.yaml", "errors.yaml"] as const;

/** The files that make a folder a specification. */
const needed = ["openapi", "requirements", ...factFiles];

/** The files that a folder lacks to be a specification; undefined where nothing is missing. */
export const missingIn = (at: VersionPath): string | undefined => needed.find((name) => !has(at, name));

/** True if a folder holds something of a specification besides documents. */
export const isSpecification = (at: VersionPath): boolean =>
  ["requirements", ...factFiles].some((name) => has(at, name));

const has = ({ path, source }: VersionPath, name: string): boolean =>
  source.kindOf(source.join(path, name)) !== undefined;

/** Reads every file of a specs folder. */
export function openFolder({ path, source }: VersionPath): SpecsFolder {
  const names = ["", "openapi", "requirements"]
    .flatMap((sub) => source.namesIn(source.join(path, sub)).map((name) => (sub ? `${sub}/${name}` : name)))
    .filter((name) => name.endsWith(".yaml"))
    .toSorted();
  const files = names.map((name): [string, DocumentPlace] => {
    const file = source.join(path, name);
    return [name, { file, node: parseLately(source.readText(file), file) }];
  });
  return { path, files: new Map(files) };
}

/** Parsed documents, by their text: two versions of a specification share most of their files. */
const lately = new Map<string, unknown>();
const maxRecent = 64;

function parseLately(text: string, file: string): unknown {
  const node = lately.get(text) ?? parseDocument(text, file);
  lately.delete(text);
  lately.set(text, node);
  for (const oldest of lately.keys()) {
    if (lately.size <= maxRecent) break;
    lately.delete(oldest);
  }
  return node;
}

/** Opens the documents of a folder that have operations, with the figures that they name put in. */
export function openSurfaces(folder: SpecsFolder, { path, source, root = path }: VersionPath): Surfaces {
  const files: Files = Object.fromEntries([...folder.files].map(([name, { node }]) => [name, node]));
  const byPath = new Map([...folder.files.values()].map(({ file, node }) => [file, node]));
  const read = (file: string): unknown =>
    fillAll(byPath.get(file) ?? parseDocument(source.readText(file), file), files);
  const documents = [...folder.files].filter(([name, { node }]) => name.startsWith("openapi/") && hasOperations(node));
  return new Map(
    documents.map(([name, { file }]) => [basename(name, ".yaml"), openDocument(file, read, { source, root })]),
  );
}

/** The OpenAPI documents of a folder that is no specs folder, by their names: those that stand in it, or in the folder `openapi` of it. */
export function openDocuments({ path, source, root }: VersionPath): Surfaces {
  const inner = source.join(path, "openapi");
  const folder = source.kindOf(inner) === "folder" ? inner : path;
  const files = source
    .namesIn(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .map((name) => ({ name, file: source.join(folder, name) }))
    .filter(({ file }) => source.kindOf(file) === "file");
  const documents = files.filter(({ file }) => {
    const node = parseDocument(source.readText(file), file);
    return isRecord(node) && node.openapi !== undefined && hasOperations(node);
  });
  return new Map(
    documents.map(({ name, file }) => [
      name.replace(/\.\w+$/, ""),
      openDocument(file, undefined, { source, root: root ?? path }),
    ]),
  );
}

const hasOperations = (node: unknown): boolean => isRecord(node) && (hasAny(node.paths) || hasAny(node.webhooks));
const hasAny = (node: unknown): boolean => isRecord(node) && Object.keys(node).length > 0;

/** A copy in which each schema has the figures that it names. */
function fillAll(node: unknown, files: Files): unknown {
  if (Array.isArray(node)) return node.map((item) => fillAll(item, files));
  if (!isRecord(node)) return node;
  return fill(Object.fromEntries(Object.entries(node).map(([key, child]) => [key, fillAll(child, files)])), files);
}
