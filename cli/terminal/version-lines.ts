import { createLineFinder, type FindLine } from "../../base/files/line-finder.ts";
import { largestDocument } from "../../base/files/read-document.ts";
import { readTextFile } from "../../base/files/read-text.ts";
import type { VersionPath } from "../../regression/diff/sources/locate-version.ts";
import { readTextOf } from "../../regression/diff/sources/version-text.ts";

/** Finds lines in the documents of versions, and in files of this machine such as pacts. */
export function linesOf(versions: readonly VersionPath[]): FindLine {
  const readVersion = readTextOf(versions);
  return createLineFinder((file) => {
    try {
      return readTextFile(file, { fix: "", largest: largestDocument });
    } catch {
      return readVersion(file);
    }
  });
}
