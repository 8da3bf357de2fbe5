import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../../base/package-file.ts";
import { credentialNames } from "../../harness/target.ts";
import { fileJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { type RunningSandbox, startSandbox } from "../start-sandbox.ts";
import { withFaultyRun } from "./faulty-runs.ts";

/** How a script ended on the sandbox that it was written for, on one that obeys, and there again with the tokens of another target. */
export interface ScriptExits {
  id: string;
  broken: number;
  fixed: number;
  stale: number;
}

/** Judges a faulty sandbox, and runs each script that was written for it. */
export async function runScripts(fault: string): Promise<ScriptExits[]> {
  const fixed = await startSandbox({ clock: "frozen" });
  try {
    return await withFaultyRun(fault, async (run, sandbox) => {
      const folder = mkdtempSync(join(tmpdir(), "assay-"));
      const written = writeRepros(folder, run);
      writeResults(folder, written.results);
      const journal = fileJournal(join(folder, journalName));
      for (const entry of run.entries) journal.write(entry);
      const exits: ScriptExits[] = [];
      for (const { id, repro } of written.results.requirements) {
        if (!repro) continue;
        const file = join(folder, repro);
        exits.push({
          id,
          broken: await exitOf(file, sandbox),
          fixed: await exitOf(file, fixed),
          stale: await exitOf(file, sandbox, strangers),
        });
      }
      return exits;
    });
  } finally {
    await fixed.close();
  }
}

const program = packageFile("dist/cli/assay.js");
const overlay = packageFile("examples/sandbox-payloads.overlay.yaml");

/** Every token, as a shell keeps them that was used with another target. */
const strangers = Object.fromEntries(credentialNames.map((name) => [name.toUpperCase(), `stranger-${name}`]));

const exitOf = (file: string, { control }: RunningSandbox, others: Record<string, string> = {}): Promise<number> =>
  new Promise((ended) => {
    const target = join(mkdtempSync(join(tmpdir(), "assay-")), "target.yaml");
    writeFileSync(target, JSON.stringify({ name: "sandbox", control, overlays: [overlay] }));
    const env = {
      ...others,
      PATH: process.env.PATH,
      CONTROL_URL: control.url,
      CONTROL_TOKEN: control.token,
      TARGET: target,
      ASSAY: `${process.execPath} ${program}`,
    };
    execFile("sh", [file], { env }, (error) => ended(error ? Number(error.code) : 0));
  });
