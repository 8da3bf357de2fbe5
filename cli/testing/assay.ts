import { execFile } from "node:child_process";
import { packageFile } from "../../base/package-file.ts";
import { main } from "../program/main.ts";
import { type MemoryIo, memoryIo, type Surroundings } from "./memory-io.ts";

/** The output of a command, and its exit code. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command that goes on, with its surroundings in memory. */
export interface Running {
  io: MemoryIo;
  ended: Promise<Ended>;
}

/** Starts the program in this process, as often and as many at once as a test likes. */
export function begin(args: readonly string[], surroundings?: Surroundings): Running {
  const io = memoryIo(surroundings);
  return { io, ended: main(args, io).then((code) => ({ code, ...io.printed })) };
}

/** Runs the program in this process to its end. */
export const assay = (args: readonly string[], surroundings?: Surroundings): Promise<Ended> =>
  begin(args, surroundings).ended;

/** Where a process runs, and what it finds in its environment besides ours. */
export interface ProcessOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs the built program in a process of its own, as users do. */
export const assayProcess = (args: readonly string[], options?: ProcessOptions): Promise<Ended> =>
  end(process.execPath, [packageFile("dist/cli/assay.js"), ...args], options);

/** Runs a command to its end. */
export const end = (command: string, args: readonly string[], options: ProcessOptions = {}): Promise<Ended> =>
  new Promise((ended) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ASSAY_PROGRESS: "off", ...options.env };
    execFile(command, args, { ...options, env, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      ended({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
