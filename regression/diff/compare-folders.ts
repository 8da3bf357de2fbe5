import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import type { Place } from "../../base/place.ts";
import { readDocument } from "../../base/read-document.ts";
import { fill, type Node } from "../../specs/documents.ts";
import type { Files } from "../../specs/files.ts";
import { compareDocuments } from "./compare-documents.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareMachine } from "./compare-machine.ts";
import { compareRequirements } from "./compare-requirements.ts";
import { compareErrors, compareVersioning } from "./compare-versioning.ts";
import type { Findings } from "./findings.ts";
import { openDocument, type Sources } from "./sources.ts";

/** A specs folder: its files by their path in it. */
interface Folder {
  path: string;
  files: ReadonlyMap<string, Place>;
}

/** Compares two specs folders: the documents, and the facts that stand beside them. */
export function compareFolders(old: string, fresh: string, findings: Findings): void {
  const [before, after] = [openFolder(old), openFolder(fresh)];
  compareSurfaces(documentsOf(before), documentsOf(after), findings, { old, fresh });
  const compare = (name: string, comparing: (one: Place, other: Place, findings: Findings) => void) =>
    comparing(before.files.get(name) as Place, after.files.get(name) as Place, findings);
  compare("limits.yaml", compareLimits);
  compare("install-machine.yaml", compareMachine);
  compare("versioning.yaml", compareVersioning);
  compare("errors.yaml", compareErrors);
  compareRequirements(ledgerOf(before), ledgerOf(after), findings);
}

/** The OpenAPI documents of one version of the specification, by surface. */
export type Surfaces = ReadonlyMap<string, Sources>;

/** Compares the documents of two versions, surface by surface; one that both share is passed over. */
export function compareSurfaces(
  was: Surfaces,
  is: Surfaces,
  findings: Findings,
  { old, fresh }: { old: string; fresh: string },
): void {
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(name), is.get(name)];
    if (one === other) continue;
    if (one && other) compareDocuments(one, other, findings, name);
    else if (one) compareDocuments(one, emptied(one, join(fresh, "openapi")), findings, name);
    else if (other) compareDocuments(emptied(other, join(old, "openapi")), other, findings, name);
  }
}

/** Opens the documents of a specs folder. */
export const openSurfaces = (path: string): Surfaces => documentsOf(openFolder(path));

/** Files without which a folder is no specification. */
const needed = ["openapi", "requirements", "limits.yaml", "install-machine.yaml", "versioning.yaml", "errors.yaml"];

function openFolder(path: string): Folder {
  const missing = needed.find((name) => !existsSync(join(path, name)));
  if (missing) {
    throw new UsageError(`${path}: ${missing} is missing, so this is no specs folder; give one, or an OpenAPI file`);
  }
  const names = ["", "openapi", "requirements"]
    .flatMap((sub) => readdirSync(join(path, sub)).map((name) => join(sub, name)))
    .filter((name) => name.endsWith(".yaml"))
    .toSorted();
  const files = names.map((name): [string, Place] => {
    const file = join(path, name);
    return [name, { file, node: readDocument(file) }];
  });
  return { path, files: new Map(files) };
}

/** The documents that tell of operations, with the figures that they name put in. */
function documentsOf(folder: Folder): Surfaces {
  const files: Files = Object.fromEntries([...folder.files].map(([name, { node }]) => [name, node]));
  const read = (file: string): unknown => {
    const known = files[relative(folder.path, file)];
    return filled(known ?? readDocument(file), files);
  };
  const documents = [...folder.files].filter(
    ([name, { node }]) => name.startsWith("openapi") && isRecord(node) && (hasAny(node.paths) || hasAny(node.webhooks)),
  );
  return new Map(documents.map(([name, { file }]) => [basename(name, ".yaml"), openDocument(file, read)]));
}

const hasAny = (node: unknown): boolean => isRecord(node) && Object.keys(node).length > 0;

function filled(node: unknown, files: Files): unknown {
  if (Array.isArray(node)) return node.map((one) => filled(one, files));
  if (!isRecord(node)) return node;
  return fill(Object.fromEntries(Object.entries(node).map(([key, one]) => [key, filled(one, files)])), files);
}

/** A document like another, without operations. */
const emptied = ({ root, ...sources }: Sources, file: string): Sources => ({
  ...sources,
  root: { file, node: { ...(root.node as Node), paths: {}, webhooks: {} } },
});

/** Every requirement of a folder by its id. */
function ledgerOf({ files }: Folder): Map<string, Place> {
  return new Map(
    [...files]
      .filter(([name]) => name.startsWith("requirements"))
      .flatMap(([, place]) =>
        Object.entries(place.node as Node).map(([id, node]): [string, Place] => [
          id,
          { file: place.file, node, parent: place, key: id },
        ]),
      ),
  );
}
