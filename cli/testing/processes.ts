import { type ChildProcess, spawn } from "node:child_process";
import { packageFile } from "../../base/package-file.ts";

/** A process that was started and goes on. */
export interface RunningProcess {
  child: ChildProcess;
  /** Everything it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Waits until standard output, or the other, holds something. */
  until(sign: string | RegExp, stream?: "stdout" | "stderr"): Promise<string>;
  /** Sends a signal and waits for the end; the exit code, or the signal that killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | string | null>;
}

/** Starts the built program, ours or an installed one, and leaves it running. */
export function startProcess(
  args: readonly string[],
  program: string = packageFile("dist/cli/assay.js"),
): RunningProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ASSAY_PROGRESS: "off" },
  });
  const printed = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      printed[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | string | null>((end) =>
    child.once("close", (code, signal) => end(code ?? signal)),
  );
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    until: (sign, stream = "stdout") =>
      new Promise((found, fail) => {
        const look = () => {
          const isThere = typeof sign === "string" ? printed[stream].includes(sign) : sign.test(printed[stream]);
          if (!isThere) return;
          listeners.delete(look);
          found(printed[stream]);
        };
        listeners.add(look);
        void ended.then(() => fail(new Error(`it ended before ${String(sign)}: ${printed.stderr}`)));
        look();
      }),
    stop: (signal = "SIGINT") => {
      child.kill(signal);
      return ended;
    },
  };
}
