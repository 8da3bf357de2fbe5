import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { realPath } from "../../base/files/real-path.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Pact } from "./interaction.ts";
import { readPactFile } from "./pact-file.ts";

/** Reads the pacts of files and folders one by one and passes each on; every file that cannot be read is one line of the usage error. */
export function eachPact<T>(sources: readonly string[] | undefined, take: (pact: Pact) => T[]): T[] {
  if (!sources) throw new UsageError("--pact: name at least one pact file");
  const complaints: string[] = [];
  const files = sources.flatMap((source) => pactFiles(source));
  // A file that is named twice, or beside its folder, is one pact.
  const taken = [...new Map(files.toReversed().map((file) => [realPath(file), file])).values()]
    .toReversed()
    .flatMap((file) => {
      try {
        return take(readPactFile(file));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        complaints.push(error.message);
        return [];
      }
    });
  if (complaints.length > 0) throw new UsageError(complaints.join("\n"));
  return taken;
}

/** The pact files of a file or folder; the option is where it was named. */
export const pactFiles = (source: string, option = "--pact"): string[] =>
  isFolder(source) ? filesIn(source, option) : [source];

/** True if a path is a folder; what cannot be looked at is read as a file, which says why it cannot. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The JSON files of a folder and of the folders below it, in the same order on every machine. */
function filesIn(folder: string, option: string): string[] {
  const files = filesBelow(folder)
    .filter((file) => !isOurs(file))
    .toSorted();
  if (files.length === 0)
    throw new UsageError(`${option}: ${folder} holds no pact file; name a folder with .json files`);
  return files;
}

/** True if a file holds results that were written beside pacts. */
const isOurs = (file: string): boolean =>
  basename(file) === "results.json" && fieldsOf(parseJson(textOrNothing(file))).format === "assay-results/1";

/** Links to folders are not followed, since they may lead back. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    const isLinkToFolder = entry.isSymbolicLink() && isFolder(path);
    return entry.name.endsWith(".json") && !isLinkToFolder ? [path] : [];
  });
