import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../errors.ts";

/** Refuses a file that is to be written into a folder that is not there; the option is where it was named. */
export function requireFolderOf(file: string, option: string): void {
  if (!existsSync(dirname(file)))
    throw new UsageError(`${option}: there is no folder ${dirname(file)}; make it, or name another file`);
}
