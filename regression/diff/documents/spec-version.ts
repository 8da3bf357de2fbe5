import { dirname, relative } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { packageFile } from "../../../base/package-file.ts";
import { identify } from "../../../specs/identity.ts";
import { onDisk, type VersionPath } from "../sources/locate-version.ts";
import type { OpenDocument } from "./document.ts";
import { openDocument } from "./open-document.ts";
import { operationsOf } from "./operations.ts";
import {
  isSpecification,
  missingIn,
  openDocuments,
  openFolder,
  openSurfaces,
  type SpecsFolder,
  type Surfaces,
} from "./specs-folder.ts";

/** One version of the specification, whole. */
export interface SpecVersion {
  /** The folder or file that it was read from. */
  path: string;
  /** The same for people, to whom a folder of this package says nothing. */
  name: string;
  /** Absent where it was read from a file, or from a folder of documents alone. */
  folder?: SpecsFolder;
  surfaces: Surfaces;
}

/** The folder of the specification that this package carries. */
const ownFolder = (): VersionPath => onDisk(relative(process.cwd(), dirname(packageFile("specs/limits.yaml"))) || ".");

/** True if a path names a folder, and not a file. */
export function isFolder({ path, source }: VersionPath): boolean {
  const kind = source.kindOf(path);
  if (!kind) throw new UsageError(`${path}: there is no such file; give an OpenAPI file or a specs folder`);
  return kind === "folder";
}

/** Opens a specs folder, or a folder of documents. */
function openWhole(at: VersionPath): SpecVersion {
  const missing = missingIn(at);
  if (missing === undefined) {
    const folder = openFolder(at);
    return { path: at.path, name: at.path, folder, surfaces: openSurfaces(folder, at) };
  }
  const surfaces: Surfaces = isSpecification(at) ? new Map() : openDocuments(at);
  if (surfaces.size === 0)
    throw new UsageError(
      `${at.path}: ${missing} is missing, so this is not a specs folder; give one, a folder of OpenAPI files, or one such file`,
    );
  return { path: at.path, name: at.path, surfaces };
}

/** The version that this package carries, by its path as seen from here: its files stay as they are. */
const carried = new Map<string, SpecVersion>();

function openCarried(): SpecVersion {
  const at = ownFolder();
  const version = carried.get(at.path) ?? {
    ...openWhole(at),
    name: `the specification ${identify().version} of this package`,
  };
  carried.set(at.path, version);
  return version;
}

/** Opens a folder, or a file that replaces the surface of a base version with which it shares most operations; without a path, the version that this package carries. */
export function openVersion(at?: VersionPath, base: () => SpecVersion = openCarried): SpecVersion {
  if (!at) return openCarried();
  if (isFolder(at)) return openWhole(at);
  const document = openDocument(at.path, undefined, at);
  const { path } = at;
  const { surfaces } = base();
  return { path, name: path, surfaces: new Map([...surfaces, [surfaceOf(document, path, surfaces), document]]) };
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
