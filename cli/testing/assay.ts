import { execFile } from "node:child_process";
import { packageFile } from "../../base/package-file.ts";

/** What a process printed, and how it ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export const end = (
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> =>
  new Promise((ended) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...options.env };
    execFile(command, args, { ...options, env, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      ended({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

/** Runs the built program, as users do. */
export const assay = (args: string[], options?: Parameters<typeof end>[2]): Promise<Ended> =>
  end(process.execPath, [packageFile("dist/cli/assay.js"), ...args], options);
