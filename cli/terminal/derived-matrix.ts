import type { Paint } from "../../base/paint.ts";
import { counted } from "../../base/text/wording.ts";
import type { DerivedTrial } from "../../library/mutants/derived.ts";

/** Which derived faults were found, kind by kind, for a person at a terminal; what nothing explains comes first, what is left open last. */
export function derivedMatrix(trials: readonly DerivedTrial[], paint: Paint): string {
  const kinds = [...new Set(trials.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = trials.filter((trial) => trial.kind === kind);
    const found = own.filter((trial) => trial.found).length;
    const open = own.filter((trial) => trial.open !== undefined).length;
    return `${kind.padEnd(12)}${`${found} of ${own.length}`.padEnd(14)}${paint.dim(open > 0 ? `${open} left open` : "")}`;
  });
  const missed = trials
    .filter(({ found, open }) => !found && open === undefined)
    .map(({ fault, breaks, failed, shown }) => {
      const others = failed.length > 0 ? `  (fails ${failed.join(", ")} elsewhere)` : "";
      return `${paint.red(shown ? "survives" : "never seen")}  ${breaks}  ${fault}${others}`;
    });
  const sentences = new Map<string, number>();
  for (const { open } of trials) if (open !== undefined) sentences.set(open, (sentences.get(open) ?? 0) + 1);
  const left = [...sentences]
    .toSorted(([, a], [, b]) => b - a)
    .map(([sentence, count]) => `${String(count).padStart(5)}  ${sentence}`);
  const foundAll = trials.filter(({ found }) => found).length;
  const sum = `${foundAll} of ${counted(trials.length, "derived fault")} found, ${trials.length - foundAll - missed.length} left open, ${missed.length} unexplained`;
  return [missed, rows, left.length > 0 ? ["left open by", ...left] : [], [sum]]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}
