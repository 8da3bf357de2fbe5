import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../base/errors.ts";

/** Codes of the system that say that a folder must not be written to. */
const forbidden = ["EACCES", "EPERM", "EROFS"];

/** Makes the folder that a command writes to, before it does anything else, and checks that it can be written to. */
export function prepareOut(folder: string): void {
  try {
    make(resolve(folder));
    const probe = join(folder, `.assay-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    const why = forbidden.includes(code) ? "cannot be written to" : `cannot be used (${code || message})`;
    throw new UsageError(`--out: ${folder} ${why}; name another folder`);
  }
}

/** Where the results of an earlier run lie while another is going on. */
const asideName = ".assay.earlier";

/** Does something that writes files anew: what an earlier run left of them cannot pass for its own, and comes back only where it could not run at all. */
export async function replacing<T>(folder: string, names: readonly string[], act: () => Promise<T>): Promise<T> {
  const aside = join(folder, asideName);
  const move = (from: string, to: string): void => {
    for (const name of names)
      if (existsSync(join(from, name))) {
        mkdirSync(to, { recursive: true });
        renameSync(join(from, name), join(to, name));
      }
  };
  const remove = (place: string): void => rmSync(place, { force: true, recursive: true });
  remove(aside);
  try {
    move(folder, aside);
  } catch (error) {
    move(aside, folder);
    throw error;
  }
  try {
    return await act();
  } catch (error) {
    if (error instanceof UsageError) {
      for (const name of names) remove(join(folder, name));
      move(aside, folder);
    }
    throw error;
  } finally {
    remove(aside);
  }
}

/** Makes a folder and those above it one by one; Node's recursive mkdir never returns on some file systems. */
function make(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new UsageError(`--out: ${folder} is a file; name a folder`);
    return;
  }
  make(dirname(folder));
  mkdirSync(folder);
}
