import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../base/errors.ts";
import { fieldsOf, parseJson } from "../base/json.ts";
import { textOrNothing } from "../base/text-or-nothing.ts";
import { prepareOut } from "./out-folder.ts";

/** The file that says who writes into a folder. */
export const lockName = ".assay.lock";

/** How often a lock is tried for that somebody left behind: others may try as well. */
const tries = 5;

/** Does something while no other assay writes into a folder; the folder is made first. */
export async function withOut<T>(folder: string, act: () => T | Promise<T>): Promise<T> {
  prepareOut(folder);
  const release = lock(folder);
  try {
    return await act();
  } finally {
    release();
  }
}

function lock(folder: string): () => void {
  const [file, own] = [join(folder, lockName), join(folder, `${lockName}.${randomUUID()}`)];
  // A link is made whole or not at all, and only where there is none.
  writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname() }));
  try {
    for (let attempt = 0; ; attempt++)
      try {
        linkSync(own, file);
        return releaseOf(file);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // Some file systems have no links; there, nothing can be held.
        if (code !== "EEXIST" && code !== undefined) return () => undefined;
        if (attempt === tries) throw error;
        removeLeftBehind(folder, file);
      }
  } finally {
    rmSync(own, { force: true });
  }
}

/** How a lock is let go of; a process that ends at once, as at a second Ctrl-C, lets go of it as well. */
function releaseOf(file: string): () => void {
  const remove = () => rmSync(file, { force: true });
  process.once("exit", remove);
  return () => {
    process.off("exit", remove);
    remove();
  };
}

/** Takes away the lock of a process that was killed; that of a living one is respected. */
function removeLeftBehind(folder: string, file: string): void {
  const { pid, host } = fieldsOf(parseJson(textOrNothing(file)));
  if (typeof pid === "number" && (host !== hostname() || isAlive(pid)))
    throw new UsageError(
      `--out: another assay (process ${pid} on ${String(host)}) writes into ${folder}; wait for it, or name another folder (if there is none, remove ${file})`,
    );
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    // Somebody else took it away.
  }
  rmSync(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
