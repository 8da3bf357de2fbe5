import type { Paint } from "../../base/paint.ts";
import { areasOf } from "../../record/areas.ts";
import { countOutcomes, outcomes, outcomeWords } from "../../record/outcomes.ts";
import type { Outcome, RequirementResult } from "../../record/results.ts";

const colours = {
  fail: "red",
  warn: "yellow",
  untestable: "blue",
  pass: "green",
  "not-applicable": "dim",
} as const satisfies Record<Outcome, keyof Paint>;

/** The outcomes of each area, a line each, for a person at a terminal; zero is left blank. */
export function areaTable(requirements: readonly RequirementResult[], paint: Paint): string[] {
  const areas = areasOf(requirements);
  const total = countOutcomes(requirements);
  const shown = outcomes.filter((outcome) => total[outcome] > 0);
  const width = Math.max(...areas.map(({ title }) => title.length)) + 2;
  const column = (outcome: Outcome, text: string) => text.padStart(outcomeWords[outcome].length + 2);
  const head = `${" ".repeat(width)}${shown.map((outcome) => column(outcome, outcomeWords[outcome])).join("")}`;
  const rows = areas.map(({ title, requirements: own }) => {
    const counts = countOutcomes(own);
    const cells = shown.map((outcome) =>
      paint[colours[outcome]](column(outcome, counts[outcome] > 0 ? String(counts[outcome]) : "")),
    );
    return `${title.padEnd(width)}${cells.join("")}`;
  });
  return [paint.dim(head), ...rows, ""];
}
