import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UsageError } from "../../base/errors.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { lockName, prepareOut, refuseForeign } from "./out-folder.ts";

/** Another assay holds what is asked for. */
export class InUse extends UsageError {}

/** The number of times that a lock is tried for that someone left behind: others may try as well. */
const tries = 5;

/** Does something while no other assay writes into a folder; the folder is made first. */
export async function withOut<T>(folder: string, act: () => T | Promise<T>): Promise<T> {
  prepareOut(folder);
  refuseForeign(folder);
  const release = hold(join(folder, lockName), (holder, file) => {
    const how = `wait for it, or name another folder (if there is none, remove ${file})`;
    return `--out: another assay (${holder}) writes into ${folder}; ${how}`;
  });
  try {
    return await act();
  } finally {
    release();
  }
}

/** How often, and how many milliseconds apart, a file is tried for that another process is changing. */
const patience = { tries: 100, pause: 100 };

/** The file that says who is changing another. */
export const lockOf = (file: string): string => `${file}.lock`;

/** Changes a file by what it says, while no other assay does: what two write at once by what they read is lost for one of them. */
export async function changingFile<T>(file: string, option: string, act: () => T): Promise<T> {
  const release = await holdSoon(file, option);
  try {
    return act();
  } finally {
    release();
  }
}

async function holdSoon(file: string, option: string): Promise<() => void> {
  for (let tried = 1; ; tried++)
    try {
      return hold(
        lockOf(file),
        (holder, lock) =>
          `${option}: another assay (${holder}) is changing ${file}; wait for it (if there is none, remove ${lock})`,
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== undefined)
        throw new UsageError(`${option}: ${file}: it cannot be written (${code}); name another file`);
      if (tried === patience.tries) throw error;
      await wait(patience.pause);
    }
}

/** Makes a file that says who holds something, or refuses by a sentence of who does; returns how to let go. */
export function hold(file: string, refusal: (holder: string, file: string) => string): () => void {
  const own = `${file}.${randomUUID()}`;
  // A link is made whole or not at all, and only where there is none.
  writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname(), start: startOf(process.pid)?.start }));
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
        removeLeftBehind(file, refusal);
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
function removeLeftBehind(file: string, refusal: (holder: string, file: string) => string): void {
  const { pid, host, start } = fieldsOf(parseJson(textOrNothing(file)));
  if (typeof pid === "number" && (host !== hostname() || isAlive(pid, start)))
    throw new InUse(refusal(`process ${pid} on ${String(host)}`, file));
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    // Someone else took it away.
  }
  // A folder that someone put there is no lock either.
  rmSync(aside, { force: true, recursive: true });
}

/** True if the process that left a lock still lives; another one may have its number by now, as in a container that was started again. */
function isAlive(pid: number, start: unknown): boolean {
  const known = startOf(pid);
  if (known && (known.isZombie || (start !== undefined && start !== known.start))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, in ticks since the machine was, and whether it has ended but was not waited for; only Linux says so. */
function startOf(pid: number): { start: string; isZombie: boolean } | undefined {
  // The name of the program, in parentheses, may hold anything.
  const fields = textOrNothing(`/proc/${pid}/stat`)
    .replace(/^.*\)\s+/s, "")
    .split(" ");
  const [state, start] = [fields[0], fields[19]];
  return start === undefined ? undefined : { start, isZombie: state === "Z" };
}
