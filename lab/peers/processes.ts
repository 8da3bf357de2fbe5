import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/** The output of a program, and its cost in seconds of CPU. */
export interface Ended {
  output: string;
  cpu: number;
}

/** The number of ticks that Linux counts in a second of CPU. */
const ticks = 100;

/** The CPU that a process has used, in seconds; its name may hold anything, so the fields are counted from its end. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** The output of `times` for the programs that a shell ran: minutes and seconds, of the user and of the system. */
function cpuIn(times: string): number {
  const [, children = ""] = times.trim().split("\n").slice(-2);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}

/** Nothing is asked or announced; and Specmatic takes fields that the documents do not name, as the API may add some. */
const quiet = {
  CI: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  EXTENSIBLE_SCHEMA: "true",
};

/** Runs a program to its end, whatever its exit code, within some time. */
export const runProgram = (command: readonly string[], cwd: string, timeout: number): Promise<Ended> =>
  new Promise((done, fail) => {
    const script = '"$@" 2>&1; echo; times';
    const env = { ...process.env, ...quiet };
    execFile("bash", ["-c", script, "bash", ...command], { cwd, env, timeout, maxBuffer: 1e8 }, (error, output) =>
      error?.killed ? fail(new Error(`no end within ${timeout / 1000} s`)) : done({ output, cpu: cpuIn(output) }),
    );
  });
