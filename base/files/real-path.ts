import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** Where a path leads, links followed; a path to nothing is where it would be. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
