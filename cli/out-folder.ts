import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../base/errors.ts";

const reasons: Record<string, string> = {
  EACCES: "may not be written; name another folder",
  EPERM: "may not be written; name another folder",
  EROFS: "may not be written; name another folder",
};

/** Makes the folder for what a command writes, before it does anything else; a folder that cannot be written is a mistake. */
export function prepareOut(folder: string): void {
  try {
    make(resolve(folder));
    const probe = join(folder, `.assay-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--out: ${folder} ${reasons[code] ?? `cannot be used (${code || message}); name another folder`}`,
    );
  }
}

/** Makes a folder and those above it one by one; the recursive mkdir of Node does not come back from some file systems. */
function make(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new UsageError(`--out: ${folder} is a file; name a folder`);
    return;
  }
  make(dirname(folder));
  mkdirSync(folder);
}
