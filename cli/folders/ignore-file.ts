import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { folderInRepository } from "../../regression/diff/sources/git-files.ts";
import { isAddress } from "../../regression/diff/sources/net-files.ts";

/** The name of the ignore file that is read, and that approvals go to, where no other is named. */
export const ignoreFileName = "assay-ignore.yaml";

/** The ignore file beside the new document, or in the working folder; undefined where there is none. */
export const ignoreFileFor = (fresh: string): string | undefined =>
  [...foldersOf(fresh), "."].map((folder) => join(folder, ignoreFileName)).find((file) => existsSync(file));

/** The folders of this machine that a version's documents belong to, whichever revision is read. */
function foldersOf(version: string): string[] {
  if (isAddress(version)) return [];
  const { inRepository } = /^git:[^:]+:(?<inRepository>.*)$/s.exec(version)?.groups ?? {};
  const path = inRepository === undefined ? version : relative(folderInRepository() || ".", inRepository) || ".";
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return [...(isFolder ? [path] : []), dirname(path)];
}
