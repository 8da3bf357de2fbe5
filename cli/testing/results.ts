import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome, Results } from "../../record/results.ts";

/** The results in the folder of a run. */
export const resultsIn = (out: string): Results =>
  JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;

/** The outcome of each requirement. */
export const outcomesOf = ({ requirements }: Results): Record<string, Outcome> =>
  Object.fromEntries(requirements.map(({ id, outcome }) => [id, outcome]));

/** The requirements with an outcome. */
export const withOutcome = ({ requirements }: Results, wanted: Outcome): string[] =>
  requirements.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []));
