import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file whole or not at all: whoever reads it meanwhile finds the old text or the new. */
export function writeWhole(file: string, text: string): void {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
