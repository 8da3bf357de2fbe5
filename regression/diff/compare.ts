import { UsageError } from "../../base/errors.ts";
import type { Difference } from "./differences/difference.ts";
import { createDifferences } from "./differences/differences.ts";
import { openDocument } from "./documents/open-document.ts";
import { isFolder, openVersion, type SpecVersion } from "./documents/spec-version.ts";
import { compareFacts, compareSurfaces } from "./folders/compare-folders.ts";
import { compareDocuments } from "./operations/compare-documents.ts";
import { onDisk, type VersionPath } from "./sources/locate-version.ts";
import { type DocumentPair, judgeVersions, type VersionPolicy, withVersioning } from "./versions.ts";

/** Compares two paths of this machine. */
export const comparePaths = (old: string, fresh: string): Difference[] => compareAt(onDisk(old), onDisk(fresh));

/** Compares what stands at two paths: two OpenAPI documents, or two folders. */
export function compareAt(old: VersionPath, fresh: VersionPath, versioning: VersionPolicy = "off"): Difference[] {
  const [wasFolder, nowFolder] = [isFolder(old), isFolder(fresh)];
  if (wasFolder !== nowFolder) {
    const [folder, file] = wasFolder ? [old.path, fresh.path] : [fresh.path, old.path];
    throw new UsageError(
      `${file}: this is a file, and ${folder} a folder; give two OpenAPI files, or two specs folders`,
    );
  }
  if (wasFolder) return compareVersions(openVersion(old), openVersion(fresh), versioning);
  const open = (at: VersionPath) => openDocument(at.path, undefined, at);
  const pair = { old: open(old), new: open(fresh) };
  const differences = createDifferences();
  compareDocuments(pair.old, pair.new, differences);
  return judged(differences, [pair], versioning);
}

/** Compares two versions of the specification; facts beside the documents are compared where both are folders. */
export function compareVersions(old: SpecVersion, fresh: SpecVersion, versioning: VersionPolicy = "off"): Difference[] {
  const differences = createDifferences();
  compareSurfaces(old, fresh, differences);
  if (old.folder && fresh.folder) compareFacts(old.folder, fresh.folder, differences);
  const pairs = [...old.surfaces].flatMap(([surface, before]): DocumentPair[] => {
    const after = fresh.surfaces.get(surface);
    return after && after !== before ? [{ old: before, new: after, surface }] : [];
  });
  return judged(differences, pairs, versioning);
}

function judged(
  differences: ReturnType<typeof createDifferences>,
  pairs: readonly DocumentPair[],
  versioning: VersionPolicy,
): Difference[] {
  if (versioning !== "off") judgeVersions(pairs, differences.list(), differences);
  return withVersioning(differences.list(), versioning);
}
