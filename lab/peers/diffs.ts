import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../base/package-file.ts";
import { changes, smallApi } from "./changes.ts";
import { programOf } from "./install.ts";
import { patience } from "./peer.ts";
import { runProgram } from "./processes.ts";

/** A program's answers about pairs whose answer is known. */
export interface PairScore {
  found: string;
  alarms: string;
  missed: string[];
  blamed: string[];
  cpu: number;
}

/** Counts what a program said: of the wrong ones how many it found, of the right ones how many it blamed. */
export function scoreOf(
  pairs: readonly { name: string; isWrong: boolean; isBlamed: boolean; cpu: number }[],
): PairScore {
  const wrong = pairs.filter(({ isWrong }) => isWrong);
  const right = pairs.filter(({ isWrong }) => !isWrong);
  const missed = wrong.flatMap(({ name, isBlamed }) => (isBlamed ? [] : [name]));
  const blamed = right.flatMap(({ name, isBlamed }) => (isBlamed ? [name] : []));
  return {
    found: `${wrong.length - missed.length} of ${wrong.length}`,
    alarms: `${blamed.length} of ${right.length}`,
    missed,
    blamed,
    cpu: pairs.reduce((sum, { cpu }) => sum + cpu, 0) / pairs.length,
  };
}

const assay = packageFile("dist/cli/assay.js");

/** The programs that compare two documents, and how each says that a change breaks someone. */
const programs = (folder: string): Record<string, { command: string[]; isBlaming: (output: string) => boolean }> => ({
  "assay diff": { command: [assay, "diff"], isBlaming: (output) => /[1-9]\d* breaking/.test(output) },
  "openapi-diff": {
    command: [programOf(folder, "openapi-diff", "openapi-diff")],
    isBlaming: (output) => /^Breaking changes found/m.test(output),
  },
});

/** Lets each program compare every pair. */
export async function compareDiffs(folder: string): Promise<Record<string, PairScore>> {
  const work = join(folder, "diff-work");
  mkdirSync(work, { recursive: true });
  const old = join(work, "old.json");
  writeFileSync(old, JSON.stringify(smallApi()));
  const scores: Record<string, PairScore> = {};
  for (const [program, { command, isBlaming }] of Object.entries(programs(folder))) {
    const pairs = [];
    for (const [index, { name, isBreaking, change }] of changes.entries()) {
      const changed = join(work, `${index}.json`);
      const document = smallApi();
      change(document);
      writeFileSync(changed, JSON.stringify(document));
      const { output, cpu } = await runProgram([process.execPath, ...command, old, changed], work, patience);
      pairs.push({ name, isWrong: isBreaking, isBlamed: isBlaming(output), cpu });
    }
    scores[program] = scoreOf(pairs);
  }
  return scores;
}
