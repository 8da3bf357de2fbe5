// Looks for mistakes in a copy of the compiled code, in a process for each: by judging recorded journals again, or by runs of the sandbox.
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtName, builtOf, copyBuilt } from "./built.mjs";

/** The time that a process may take with a mistake in its code, in milliseconds: a loop may never end. */
const longest = 600_000;

const worker = join(dirname(fileURLToPath(import.meta.url)), "judge-copy.mjs");

/** Starts a process that works with a copy; rejects where it fails or takes too long. */
const inProcess = (timeout, ...args) =>
  promisify(execFile)(process.execPath, [worker, ...args], { timeout, killSignal: "SIGKILL", maxBuffer: 64_000_000 });

/** The copies that were made, by what is done with them: to record what the code does without any mistake takes long. */
const copies = new Map();

async function recordedCopy(mode) {
  const copy = copyBuilt();
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  await inProcess(6 * longest, "record", mode, copy);
  return copy;
}

/** Looks for mistakes by what a copy does otherwise with one. */
async function openCopy(mode) {
  copies.set(mode, copies.get(mode) ?? recordedCopy(mode));
  const copy = await copies.get(mode);
  return {
    async isFound({ file, code }) {
      const built = join(copy, builtName(file));
      writeFileSync(built, code);
      try {
        await inProcess(longest, "compare", mode, copy, builtName(file));
        return false;
      } catch {
        return true;
      } finally {
        writeFileSync(built, readFileSync(builtOf(file)));
      }
    },
    close() {},
  };
}

/** Judging is pure, so a mistake in it shows in journals that are judged again. */
export const openJournals = () => openCopy("journals");

/** Drivers judge nothing, so a mistake in one shows where a run judges other cells, or a fault is no longer found. */
export const openRuns = () => openCopy("runs");
