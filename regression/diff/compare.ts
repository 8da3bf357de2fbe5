import { UsageError } from "../../base/errors.ts";
import type { Difference } from "./differences/difference.ts";
import { createDifferences } from "./differences/differences.ts";
import { openDocument } from "./documents/open-document.ts";
import { isFolder, openVersion, type SpecVersion } from "./documents/spec-version.ts";
import { compareFacts, compareSurfaces } from "./folders/compare-folders.ts";
import { compareDocuments } from "./operations/compare-documents.ts";

/** Compares what two paths name: two OpenAPI documents, or two specs folders. */
export function comparePaths(old: string, fresh: string): Difference[] {
  const [wasFolder, nowFolder] = [isFolder(old), isFolder(fresh)];
  if (wasFolder !== nowFolder) {
    const [folder, file] = wasFolder ? [old, fresh] : [fresh, old];
    throw new UsageError(
      `${file}: this is a file, and ${folder} a folder; give two OpenAPI files, or two specs folders`,
    );
  }
  if (wasFolder) return compareVersions(openVersion(old), openVersion(fresh));
  const differences = createDifferences();
  compareDocuments(openDocument(old), openDocument(fresh), differences);
  return differences.list();
}

/** Compares two versions of the specification; facts beside the documents are compared where both are folders. */
export function compareVersions(old: SpecVersion, fresh: SpecVersion): Difference[] {
  const differences = createDifferences();
  compareSurfaces(old, fresh, differences);
  if (old.folder && fresh.folder) compareFacts(old.folder, fresh.folder, differences);
  return differences.list();
}
