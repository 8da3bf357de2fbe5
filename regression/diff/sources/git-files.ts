import { execFileSync } from "node:child_process";
import { posix, relative } from "node:path";
import { UsageError } from "../../../base/errors.ts";
import { largestDocument } from "../../../base/files/read-document.ts";
import { decodeText, tooLarge } from "../../../base/files/read-text.ts";
import { realPath } from "../../../base/files/real-path.ts";
import type { FileSource } from "./file-source.ts";

/** The time that git may take, in milliseconds; it reads what is on this machine. */
const patience = 30_000;

/** Runs git without a shell; it asks no one, and fetches nothing. */
function git(...args: string[]): Buffer {
  return execFileSync("git", args, {
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 * largestDocument,
    timeout: patience,
  });
}

/** The output of git; undefined where it refuses. */
function ask(...args: string[]): string | undefined {
  try {
    return git(...args)
      .toString("utf8")
      .trim();
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer };
    if (code === "ENOENT") throw new UsageError("git: it is not installed; install it, or give two files");
    if (/not a git repository/.test(String(stderr)))
      throw new UsageError("git: this folder is in no git repository; go into one, or give two files");
    if (/dubious ownership/.test(String(stderr)))
      throw new UsageError("git: the repository belongs to another user; see git's safe.directory");
    return undefined;
  }
}

/** The full name of the commit that a revision means. */
function commitOf(revision: string): string {
  const commit = ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  if (!commit) throw new UsageError(`git:${revision}: there is no such revision; fetch it, or name another`);
  return commit;
}

/** The revision where two others parted. */
export function mergeBase(a: string, b: string): string {
  const base = ask("merge-base", commitOf(a), commitOf(b));
  if (!base) throw new UsageError(`git:${a}...${b}: they have no revision in common; name two with A..B`);
  return base;
}

/** The current folder below the repository's root: empty there, or with a slash at its end. */
export const folderInRepository = (): string => ask("rev-parse", "--show-prefix") ?? "";

/** Where an absolute path lies below the repository's root; what it names need not be there now. */
export function pathInRepository(path: string): string {
  const root = ask("rev-parse", "--show-toplevel") ?? "";
  const inside = [path, realPath(path)].map((each) => relative(root, each)).find((each) => !each.startsWith(".."));
  if (inside === undefined) throw new UsageError(`${path}: it is not in the repository of this folder; go there`);
  return inside;
}

/** The beginning of a file's path in a revision; the rest is relative to the repository's root. */
const prefixOf = (revision: string): string => `git:${revision}:`;

/** The path by which a file of a revision is named. */
export const gitPath = (revision: string, path: string): string =>
  `${prefixOf(revision)}/${posix.normalize(path).replace(/^[./]+|\/+$/g, "")}`;

/** The files of a revision, read from git's own store: nothing is checked out. */
export function gitFiles(revision: string): FileSource {
  const commit = commitOf(revision);
  const objectAt = (path: string): string => `${commit}:${path.slice(prefixOf(revision).length + 1)}`;
  const typeOf = (path: string): string | undefined => ask("cat-file", "-t", objectAt(path));
  return {
    kindOf: (path) => ({ blob: "file" as const, tree: "folder" as const })[typeOf(path) ?? ""],
    namesIn: (folder) =>
      git("ls-tree", "-z", "--name-only", objectAt(folder)).toString("utf8").split("\0").filter(Boolean),
    readText: (file) => {
      const fix = "give an OpenAPI file or a specs folder";
      if (typeOf(file) !== "blob") throw new UsageError(`${file}: there is no such file in this revision; ${fix}`);
      const size = Number(ask("cat-file", "-s", objectAt(file)));
      if (size > largestDocument) throw tooLarge(file, size, largestDocument);
      return decodeText(git("cat-file", "blob", objectAt(file)), file, { fix });
    },
    join: (folder, name) => posix.join(folder, name),
    folderOf: (file) => posix.dirname(file),
    // A link is a file that holds a path; it is not followed.
    isInside: (file, folder) => file.startsWith(`${folder.replace(/\/+$/, "")}/`),
  };
}
