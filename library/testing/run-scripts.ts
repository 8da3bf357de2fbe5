import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { type RunningSandbox, startSandbox } from "../start-sandbox.ts";
import { withFaultyRun } from "./faulty-runs.ts";

/** How a script ended on the sandbox that it was written for, and on one that obeys. */
export interface ScriptExits {
  id: string;
  broken: number;
  mended: number;
}

/** Judges a faulty sandbox, and runs each script that was written for it. */
export async function runScripts(fault: string): Promise<ScriptExits[]> {
  const mended = await startSandbox({ clock: "frozen" });
  try {
    return await withFaultyRun(fault, async (run, sandbox) => {
      const folder = mkdtempSync(join(tmpdir(), "assay-"));
      const exits: ScriptExits[] = [];
      for (const { id, repro } of writeRepros(folder, run).results.requirements) {
        if (!repro) continue;
        const file = join(folder, repro);
        exits.push({ id, broken: await exitOf(file, sandbox), mended: await exitOf(file, mended) });
      }
      return exits;
    });
  } finally {
    await mended.close();
  }
}

const exitOf = (file: string, { control }: RunningSandbox): Promise<number> =>
  new Promise((ended) => {
    const env = { PATH: process.env.PATH, CONTROL_URL: control.url, CONTROL_TOKEN: control.token };
    execFile("sh", [file], { env }, (error) => ended(error ? Number(error.code) : 0));
  });
