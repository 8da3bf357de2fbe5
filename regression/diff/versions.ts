import { existsSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import { compareFolders, compareSurfaces, openSurfaces, type Surfaces } from "./compare-folders.ts";
import { createFindings, type Finding } from "./findings.ts";
import { operationsOf } from "./operations.ts";
import { openDocument, type Sources } from "./sources.ts";

/** One version of the specification, whole. */
export interface Version {
  /** The folder or file that it was read from. */
  path: string;
  isFolder: boolean;
  surfaces: Surfaces;
}

/** The folder of the specification that this package carries. */
const ownFolder = (): string => relative(process.cwd(), dirname(packageFile("specs/limits.yaml"))) || ".";

/** Opens a specs folder, or a file that takes the place of the surface of another version with which it shares most; without a path, the version that this package carries. */
export function openVersion(path = ownFolder(), base: () => Version = openVersion): Version {
  if (!existsSync(path)) throw new UsageError(`${path}: there is no such file; give an OpenAPI file or a specs folder`);
  if (statSync(path).isDirectory()) return { path, isFolder: true, surfaces: openSurfaces(path) };
  const document = openDocument(path);
  const { surfaces } = base();
  return { path, isFolder: false, surfaces: new Map([...surfaces, [surfaceOf(document, path, surfaces), document]]) };
}

/** The surface whose operations a document has most of. */
function surfaceOf(document: Sources, path: string, surfaces: Surfaces): string {
  const keys = new Set(operationsOf(document).map(({ key }) => key));
  const shared = [...surfaces].map(([name, sources]) => ({
    name,
    count: operationsOf(sources).filter(({ key }) => keys.has(key)).length,
  }));
  const most = shared.reduce((one, other) => (other.count > one.count ? other : one), { name: "", count: 0 });
  if (most.count > 0) return most.name;
  throw new UsageError(
    `${path}: it has no operation of ${shared.map(({ name }) => name).join(", ")}, so it is a version of none of them; give one, or a specs folder`,
  );
}

/** What is different between two versions; facts that stand beside the documents are compared where both are folders. */
export function compareWhole(old: Version, fresh: Version): Finding[] {
  const findings = createFindings();
  if (old.isFolder && fresh.isFolder) compareFolders(old.path, fresh.path, findings);
  else compareSurfaces(old.surfaces, fresh.surfaces, findings, { old: old.path, fresh: fresh.path });
  return findings.list();
}
