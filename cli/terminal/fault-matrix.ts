import { groupBy } from "../../base/group-by.ts";
import type { Paint } from "../../base/paint.ts";
import type { Trial } from "../../library/mutants/attempt.ts";
import type { HigherTrial } from "../../library/mutants/higher.ts";
import type { LiveTrial } from "../../library/mutants/live.ts";
import { areaOf } from "../../specs/ledger/areas.ts";

/** Which faults were found, area by area, for a person at a terminal; those that were not come first. */
export function faultMatrix(trials: readonly Trial[], paint: Paint): string {
  const areas = [...new Set(trials.map(({ breaks }) => areaOf(breaks)))];
  const lines = areas.map((area) => {
    const own = trials.filter(({ breaks }) => areaOf(breaks) === area);
    const found = own.filter((trial) => trial.found);
    const ids = [...new Set(found.map(({ breaks }) => breaks))];
    return `${area.padEnd(5)}${`${found.length} of ${own.length}`.padEnd(10)}${paint.dim(ids.join(" "))}`;
  });
  const survivors = trials.filter(({ found }) => !found);
  const count = `${trials.length - survivors.length} of ${trials.length} faults found by the requirement that they break`;
  const missed = missedLines(survivors, paint);
  return [...missed, ...(missed.length > 0 ? [""] : []), ...lines, "", count, ""].join("\n");
}

const missedLines = (survivors: readonly Trial[], paint: Paint): string[] =>
  survivors.map(({ fault, breaks, failed }) =>
    failed.length > 0
      ? `${paint.yellow("found by another")}  ${breaks}  ${fault}  (fails ${failed.join(", ")})`
      : `${paint.red("survives")}  ${breaks}  ${fault}`,
  );

/** Which faults were found though they show on an occasion only; those that never show are counted apart. */
export function higherMatrix(trials: readonly HigherTrial[], paint: Paint): string {
  const shown = trials.filter((trial) => trial.shown);
  const survivors = shown.filter(({ found }) => !found);
  const byAnother = survivors.filter(({ failed }) => failed.length > 0).length;
  const never = trials.length - shown.length;
  const count = `${shown.length - survivors.length} of ${shown.length} faults found by the requirement that they break, ${byAnother} by another; ${never} never show so`;
  return [...missedLines(survivors, paint), "", count, ""].join("\n");
}

/** Which faults were found without the control protocol; the survivors by the reason that they have. */
export function liveMatrix(trials: readonly LiveTrial[], paint: Paint): string {
  const survivors = trials.filter(({ found }) => !found);
  const byReason = [...groupBy(survivors, ({ why = "" }) => why)].toSorted(([, a], [, b]) => b.length - a.length);
  const lines = byReason.flatMap(([why, own]) => [
    `${paint.yellow(String(own.length))}  ${why}`,
    ...own.map(({ fault, breaks, failed }) => `    ${[breaks, paint.dim(fault), ...failed].join("  ")}`),
  ]);
  const byAnother = survivors.filter(({ failed }) => failed.length > 0).length;
  const count = `${trials.length - survivors.length} of ${trials.length} faults found by the requirement that they break, ${byAnother} by another, without the control protocol`;
  return [...lines, ...(lines.length > 0 ? [""] : []), count, ""].join("\n");
}
