import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { readDocument } from "../../../base/read-document.ts";
import { fill } from "../../../specs/documents.ts";
import type { Files } from "../../../specs/files.ts";
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

/** What a folder must hold to be a specification. */
const needed = ["openapi", "requirements", ...factFiles];

/** Reads every file of a specs folder. */
export function openFolder(path: string): SpecsFolder {
  const missing = needed.find((name) => !existsSync(join(path, name)));
  if (missing) {
    throw new UsageError(`${path}: ${missing} is missing, so this is not a specs folder; give one, or an OpenAPI file`);
  }
  const names = ["", "openapi", "requirements"]
    .flatMap((sub) => readdirSync(join(path, sub)).map((name) => join(sub, name)))
    .filter((name) => name.endsWith(".yaml"))
    .toSorted();
  const files = names.map((name): [string, DocumentPlace] => {
    const file = join(path, name);
    return [name, { file, node: readDocument(file) }];
  });
  return { path, files: new Map(files) };
}

/** Opens the documents of a folder that have operations, with the figures that they name put in. */
export function openSurfaces(folder: SpecsFolder): Surfaces {
  const files: Files = Object.fromEntries([...folder.files].map(([name, { node }]) => [name, node]));
  const read = (file: string): unknown => fillAll(files[relative(folder.path, file)] ?? readDocument(file), files);
  const documents = [...folder.files].filter(
    ([name, { node }]) => name.startsWith("openapi") && isRecord(node) && (hasAny(node.paths) || hasAny(node.webhooks)),
  );
  return new Map(documents.map(([name, { file }]) => [basename(name, ".yaml"), openDocument(file, read)]));
}

const hasAny = (node: unknown): boolean => isRecord(node) && Object.keys(node).length > 0;

/** A copy in which each schema has the figures that it names. */
function fillAll(node: unknown, files: Files): unknown {
  if (Array.isArray(node)) return node.map((item) => fillAll(item, files));
  if (!isRecord(node)) return node;
  return fill(Object.fromEntries(Object.entries(node).map(([key, child]) => [key, fillAll(child, files)])), files);
}
