import { isAbsolute, normalize } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { diskFiles } from "./disk-files.ts";
import type { FileSource } from "./file-source.ts";
import { folderInRepository, gitFiles, gitPath, mergeBase, pathInRepository } from "./git-files.ts";
import { isAddress, netFiles } from "./net-files.ts";

/** Where a version is: a file or a folder, and what it is read from. */
export interface VersionPath {
  path: string;
  source: FileSource;
  /** The folder that references may not leave; without one, that of each document. */
  root?: string | undefined;
}

/** Bounds of reading, besides the named versions. */
export interface Reach {
  /** The folder that references may not leave. */
  root?: string;
  allowNet?: true;
}

/** A file or folder of this machine. */
export const onDisk = (path: string, root?: string): VersionPath => ({
  path: normalize(path),
  source: diskFiles,
  ...(root === undefined ? {} : { root }),
});

/** Finds the version that a text names: a path, `git:REVISION:PATH`, or an address. */
export async function locateVersion(text: string, { root, allowNet }: Reach = {}): Promise<VersionPath> {
  if (text.startsWith("git:")) return inGit(text, root);
  if (!isAddress(text)) return onDisk(text, root);
  if (!allowNet) throw new UsageError(`${text}: nothing is fetched from the network; allow it with --allow-net`);
  const source = await netFiles(text, root);
  return { path: new URL(text).href.replace(/#.*$/, ""), source, root };
}

/** Finds two versions: two texts, or a range of revisions such as `main..HEAD` and the path that both have. */
export async function locateVersions(old: string, fresh: string, reach: Reach): Promise<[VersionPath, VersionPath]> {
  const range = rangeIn(old);
  if (!range) return [await locateVersion(old, reach), await locateVersion(fresh, reach)];
  const path = isAbsolute(fresh) ? pathInRepository(fresh) : `${folderInRepository()}${fresh}`;
  const [first, second] = range;
  return [inGit(gitPath(first, path), reach.root), inGit(gitPath(second, path), reach.root)];
}

/** The two revisions of a range: `A..B`, or `A...B` from where they parted; without a name, it is HEAD. */
function rangeIn(text: string): [old: string, fresh: string] | undefined {
  const { a, dots, b } = /^(?<a>[^:]*?)(?<dots>\.{2,3})(?<b>[^:/.][^:]*)?$/.exec(text)?.groups ?? {};
  if (dots === undefined || /^[./]/.test(text) || diskFiles.kindOf(text)) return undefined;
  const [first, second] = [a || "HEAD", b || "HEAD"];
  return [dots === "..." ? mergeBase(first, second) : first, second];
}

/** A file or folder of a revision, `git:REVISION:PATH`, where the path is relative to the repository's root. */
function inGit(text: string, root: string | undefined): VersionPath {
  const { revision, path } = /^git:(?<revision>[^:]+):(?<path>.*)$/s.exec(text)?.groups ?? {};
  if (revision === undefined || path === undefined)
    throw new UsageError(
      `${text}: this names no file of a revision; write git:REVISION:PATH, such as git:main:openapi.yaml`,
    );
  const named = gitPath(revision, path);
  return {
    path: named,
    source: gitFiles(revision),
    ...(root === undefined ? {} : { root: gitPath(revision, root) }),
  };
}
