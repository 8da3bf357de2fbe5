import { type Results, readResults } from "../../record/results.ts";
import { type RunRecord, readRun } from "../../record/run-folder.ts";
import { identifySuite } from "../../specs/suite.ts";

/**
 * Holds on to the earlier run of a folder where another suite judged it, before the folder is written anew; what that run comes to by the present
 * suite shows which changes are the suite's. A journal that is gone or cannot be read shows nothing.
 */
export function holdForThisSuite(folder: string): () => Promise<Results | undefined> {
  const run = heldOf(folder);
  return async () => {
    try {
      if (!run) return undefined;
      const { judgeRunAgain } = await import("../../library/judge-again.ts");
      return (await judgeRunAgain(run)).results;
    } catch {
      return undefined;
    }
  };
}

function heldOf(folder: string): RunRecord | undefined {
  try {
    const then = readResults(folder);
    const isOurs = then?.suite?.digest === identifySuite().digest;
    return then?.kind === "provider" && !isOurs ? readRun(folder) : undefined;
  } catch {
    return undefined;
  }
}
