import { existsSync, statSync } from "node:fs";
import { UsageError } from "../../base/errors.ts";
import { compareDocuments } from "./compare-documents.ts";
import { compareFolders } from "./compare-folders.ts";
import { createFindings, type Finding } from "./findings.ts";
import { openDocument } from "./sources.ts";

/** Compares two versions of an API: two OpenAPI documents, or two specs folders. */
export function compareVersions(old: string, fresh: string): Finding[] {
  const findings = createFindings();
  const [wasFolder, isFolder] = [old, fresh].map(isFolderAt);
  if (wasFolder !== isFolder) {
    const [folder, file] = wasFolder ? [old, fresh] : [fresh, old];
    throw new UsageError(
      `${file}: this is a file, and ${folder} a folder; give two OpenAPI files, or two specs folders`,
    );
  }
  if (isFolder) compareFolders(old, fresh, findings);
  else compareDocuments(openDocument(old), openDocument(fresh), findings);
  return findings.list();
}

function isFolderAt(path: string): boolean {
  if (!existsSync(path)) {
    throw new UsageError(`${path}: there is no such file; give an OpenAPI file or a specs folder`);
  }
  return statSync(path).isDirectory();
}
