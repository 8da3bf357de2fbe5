import type { Paint } from "../base/paint.ts";
import { wilsonInterval } from "../base/wilson.ts";
import type { SampledTrial } from "../library/sampled-mutants.ts";

/** A share in percent, and its 95 % interval. */
export function shareOf(hits: number, of: number): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const [low, high] = wilsonInterval(hits, of);
  return of === 0 ? "none" : `${percent(hits / of)} (${percent(low)} to ${percent(high)})`;
}

const isSurvivor = ({ shown, found }: SampledTrial): boolean => shown && !found;

/** One line of a table: how many of some faults survive. */
function row(name: string, trials: readonly SampledTrial[], paint: Paint): string {
  const shown = trials.filter((trial) => trial.shown || trial.found);
  const survivors = shown.filter(isSurvivor);
  const never = trials.length - shown.length;
  const share = `${survivors.length} of ${shown.length} survive`.padEnd(22);
  return `${name.padEnd(11)}${share}${shareOf(survivors.length, shown.length).padEnd(26)}${paint.dim(never > 0 ? `${never} not triggered` : "")}`.trimEnd();
}

/** How many sampled faults survive, by class and by trigger; each survivor with what plants it again. */
export function sampledMatrix(trials: readonly SampledTrial[], again: string, paint: Paint): string {
  const group = (key: "class" | "trigger"): string[] =>
    [...new Set(trials.map((trial) => trial[key]))].toSorted().map((name) =>
      row(
        name,
        trials.filter((trial) => trial[key] === name),
        paint,
      ),
    );
  const survivors = trials
    .filter(isSurvivor)
    .map(({ number, class: of, breaks, fault }) => `${paint.red("survives")}  ${number}  ${of}  ${breaks}  ${fault}`);
  const [first] = trials.filter(isSurvivor);
  const hint = first ? [`plant one again: ${again} --only ${first.number}`] : [];
  return [survivors, group("class"), group("trigger"), [row("all", trials, paint), ...hint]]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}
