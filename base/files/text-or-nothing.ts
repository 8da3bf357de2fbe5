import { readFileSync, statSync } from "node:fs";

/** The text of a file; nothing where it cannot be read, or is a pipe, for which one would wait for ever. */
export function textOrNothing(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}
