import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { packageFile } from "../../base/package-file.ts";

/** A process of the program that can be killed. */
export interface KillableProcess {
  child: ChildProcess;
  /** The first line that it printed, as JSON. */
  started: Promise<{ url: string; operator_link: string | null }>;
  stderr: () => string;
  kill: () => Promise<void>;
}

/** Starts the built program of this version, or of another that is in a folder, with --json. */
export function startProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  folder = packageFile("."),
): KillableProcess {
  const child = spawn(process.execPath, [join(folder, "dist/cli/assay.js"), ...args, "--json"], {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const over = new Promise<void>((ended) => child.once("close", () => ended()));
  const started = new Promise<{ url: string; operator_link: string | null }>((resolve, fail) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.includes("\n"))
        resolve(JSON.parse(stdout.split("\n", 1)[0] ?? "") as { url: string; operator_link: string | null });
    });
    void over.then(() => fail(new Error(`it ended before it started: ${stderr}`)));
  });
  // Anyone who kills it before it started does not wait for the start.
  started.catch(() => undefined);
  return {
    child,
    started,
    stderr: () => stderr,
    async kill() {
      child.kill("SIGKILL");
      await over;
    },
  };
}
