import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file whole or not at all: anyone who reads it meanwhile, or after a crash, finds the old text or the new. */
export function writeWhole(file: string, text: string, { mode }: { mode?: number } = {}): void {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(fresh, text, mode === undefined ? {} : { mode });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    // Anyone who reads of it knows the file by its own name.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}
