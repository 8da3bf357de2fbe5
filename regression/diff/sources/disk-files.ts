import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve, sep } from "node:path";
import { largestDocument } from "../../../base/files/read-document.ts";
import { readTextFile } from "../../../base/files/read-text.ts";
import type { FileSource } from "./file-source.ts";

/** The files of this machine. */
export const diskFiles: FileSource = {
  kindOf(path) {
    try {
      return statSync(path).isDirectory() ? "folder" : "file";
    } catch (error) {
      // A path that cannot be looked at is read as a file, which says why it cannot.
      return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "file";
    }
  },
  namesIn: (folder) => readdirSync(folder).toSorted(),
  readText: (file) => readTextFile(file, { fix: "give an OpenAPI file or a specs folder", largest: largestDocument }),
  join: (folder, name) => normalize(join(folder, name)),
  folderOf: dirname,
  isInside: (file, folder) => `${realPath(file)}${sep}`.startsWith(`${realPath(folder).replace(/[\\/]+$/, "")}${sep}`),
};

/** A path without links; one that leads nowhere is taken as it is written. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
