import { existsSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { packageFile } from "../../../base/package-file.ts";
import type { OpenDocument } from "./document.ts";
import { openDocument } from "./open-document.ts";
import { operationsOf } from "./operations.ts";
import { openFolder, openSurfaces, type SpecsFolder, type Surfaces } from "./specs-folder.ts";

/** One version of the specification, whole. */
export interface SpecVersion {
  /** The folder or file that it was read from. */
  path: string;
  /** Absent where it was read from a file. */
  folder?: SpecsFolder;
  surfaces: Surfaces;
}

/** The folder of the specification that this package carries. */
const ownFolder = (): string => relative(process.cwd(), dirname(packageFile("specs/limits.yaml"))) || ".";

/** Whether a path names a folder, and not a file. */
export function isFolder(path: string): boolean {
  if (!existsSync(path)) throw new UsageError(`${path}: there is no such file; give an OpenAPI file or a specs folder`);
  return statSync(path).isDirectory();
}

/** Opens a specs folder, or a file that replaces the surface of a base version with which it shares most operations; without a path, the version that this package carries. */
export function openVersion(path = ownFolder(), base: () => SpecVersion = openVersion): SpecVersion {
  if (isFolder(path)) {
    const folder = openFolder(path);
    return { path, folder, surfaces: openSurfaces(folder) };
  }
  const document = openDocument(path);
  const { surfaces } = base();
  return { path, surfaces: new Map([...surfaces, [surfaceOf(document, path, surfaces), document]]) };
}

/** The surface whose operations a document has most of. */
function surfaceOf(document: OpenDocument, path: string, surfaces: Surfaces): string {
  const keys = new Set(operationsOf(document).map(({ key }) => key));
  const shared = [...surfaces].map(([name, surface]) => ({
    name,
    count: operationsOf(surface).filter(({ key }) => keys.has(key)).length,
  }));
  const most = shared.reduce((best, next) => (next.count > best.count ? next : best), { name: "", count: 0 });
  if (most.count > 0) return most.name;
  const names = shared.map(({ name }) => name).join(", ");
  throw new UsageError(
    `${path}: it has no operation of ${names}, so it is a version of none of them; give one, or a specs folder`,
  );
}
