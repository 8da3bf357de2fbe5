import colors from "picocolors";
import { areasOf } from "../record/areas.ts";
import { countOutcomes, outcomes, outcomeWords } from "../record/outcomes.ts";
import type { Outcome, RequirementResult } from "../record/results.ts";

const paints: Record<Outcome, (text: string) => string> = {
  fail: colors.red,
  warn: colors.yellow,
  untestable: colors.blue,
  pass: colors.green,
  "not-applicable": colors.dim,
};

/** What became of each area, a line each, for a person at a terminal; nought is left blank. */
export function areaTable(requirements: readonly RequirementResult[]): string[] {
  const areas = areasOf(requirements);
  const all = countOutcomes(requirements);
  const shown = outcomes.filter((outcome) => all[outcome] > 0);
  const wide = Math.max(...areas.map(({ title }) => title.length)) + 2;
  const column = (outcome: Outcome, text: string) => text.padStart(outcomeWords[outcome].length + 2);
  const head = `${" ".repeat(wide)}${shown.map((outcome) => column(outcome, outcomeWords[outcome])).join("")}`;
  const rows = areas.map(({ title, requirements: own }) => {
    const counts = countOutcomes(own);
    const cells = shown.map((outcome) =>
      paints[outcome](column(outcome, counts[outcome] > 0 ? String(counts[outcome]) : "")),
    );
    return `${title.padEnd(wide)}${cells.join("")}`;
  });
  return [colors.dim(head), ...rows, ""];
}
