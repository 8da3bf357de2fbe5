import { isSelected } from "../../record/results/selected.ts";
import type { Outcome, Results } from "../../record/results.ts";
import { type SinceThen, sinceThen } from "../../record/since.ts";

/** The differences of a later run from an earlier one of the same subject. */
export interface RunComparison {
  /** The suites that judged, where they differ: then a change may be the suite's. */
  suites: SinceThen["suites"] | null;
  changes: { requirement: string; title: string; before: Outcome | null; after: Outcome | null }[];
}

/** Compares what two runs found; what one of them did not judge has no outcome there. */
export function compareResults(earlier: Results, later: Results): RunComparison {
  const outcomes = ({ requirements }: Results) =>
    new Map(requirements.filter(isSelected).map(({ id, outcome }) => [id, outcome]));
  const [before, after] = [outcomes(earlier), outcomes(later)];
  const titles = new Map([...earlier.requirements, ...later.requirements].map(({ id, title }) => [id, title]));
  const changes = [...titles].flatMap(([requirement, title]) => {
    const [was, is] = [before.get(requirement) ?? null, after.get(requirement) ?? null];
    return was === is ? [] : [{ requirement, title, before: was, after: is }];
  });
  // A partner may have had another name then.
  return { suites: sinceThen({ ...earlier, subject: later.subject }, later)?.suites ?? null, changes };
}
