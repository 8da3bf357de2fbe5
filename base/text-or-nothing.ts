import { readFileSync } from "node:fs";

/** The text of a file; nothing where it cannot be read. */
export function textOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
