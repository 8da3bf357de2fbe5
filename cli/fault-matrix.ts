import type { Paint } from "../base/paint.ts";
import type { Trial } from "../library/mutants.ts";
import { areaOf } from "../specs/areas.ts";

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
  const missed = survivors.map(({ fault, breaks, failed }) =>
    failed.length > 0
      ? `${paint.yellow("found by another")}  ${breaks}  ${fault}  (fails ${failed.join(", ")})`
      : `${paint.red("survives")}  ${breaks}  ${fault}`,
  );
  const count = `${trials.length - survivors.length} of ${trials.length} faults found by the requirement that they break`;
  return [...missed, ...(missed.length > 0 ? [""] : []), ...lines, "", count, ""].join("\n");
}
