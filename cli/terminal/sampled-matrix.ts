import type { Paint } from "../../base/paint.ts";
import { counted } from "../../base/text/wording.ts";
import { wilsonInterval } from "../../base/wilson.ts";
import type { ConformingTrial } from "../../library/mutants/conforming.ts";
import type { SampledOutcome, SampledTrial } from "../../library/mutants/sampled.ts";

/** A share in percent, and its 95 % interval. */
function shareOf(hits: number, of: number): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const [low, high] = wilsonInterval(hits, of);
  return of === 0 ? "" : `${percent(hits / of)} % (${percent(low)} to ${percent(high)})`;
}

const outcomes = ["found", "survived", "never tried", "not triggered"] as const satisfies SampledOutcome[];
const header = ["", ...outcomes, "not found, of what can be met"];
const widths = [12, 8, 10, 13, 15, 0];

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join("")
    .trimEnd();

/** The number of some faults that were found; what no one can meet does not count. */
function row(name: string, trials: readonly SampledTrial[]): string {
  const counts = outcomes.map((outcome) => trials.filter((trial) => trial.outcome === outcome).length);
  const [found = 0, survived = 0, untried = 0] = counts;
  return line([name, ...counts.map(String), shareOf(survived + untried, found + survived + untried)]);
}

/** The number of sampled faults that are found, by class and by trigger; each of the others with what plants it again. */
export function sampledMatrix(trials: readonly SampledTrial[], again: string, paint: Paint): string {
  const group = (key: "class" | "trigger"): string[] => [
    paint.dim(line([key, ...header.slice(1)])),
    ...[...new Set(trials.map((trial) => trial[key]))].toSorted().map((name) =>
      row(
        name,
        trials.filter((trial) => trial[key] === name),
      ),
    ),
  ];
  const missed = trials.filter(({ outcome }) => outcome === "survived" || outcome === "never tried");
  const lines = missed.map(
    ({ number, outcome, breaks, fault, class: of }) =>
      `${paint.red(outcome.padEnd(13))}${number}  ${of}  ${breaks}  ${fault}`,
  );
  const hint = missed[0] ? [`plant one again: ${again} --only ${missed[0].number}`] : [];
  return [lines, group("class"), group("trigger"), [row("all", trials), ...hint]]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}

/** Which conforming ways were blamed, and by what. */
export function conformingList(trials: readonly ConformingTrial[], again: string, paint: Paint): string {
  const blamed = trials.filter((trial) => trial.blamed.length > 0);
  const lines = blamed.map(
    ({ number, way, blamed: ids }) => `${paint.red("blamed")}  ${number}  ${ids.join(", ")}  ${way}`,
  );
  const hint = blamed[0] ? [`judge one again: ${again} --only ${blamed[0].number}`] : [];
  return [...lines, `${blamed.length} of ${counted(trials.length, "conforming way")} blamed`, ...hint, ""].join("\n");
}
