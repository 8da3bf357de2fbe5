import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import type { Outcome, Results } from "../../record/results.ts";
import { loadLedger } from "../../specs/ledger.ts";

/** The results in the folder of a run. */
export const resultsIn = (out: string): Results =>
  JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;

/** The outcome of each requirement. */
export const outcomesOf = ({ requirements }: Results): Record<string, Outcome> =>
  Object.fromEntries(requirements.map(({ id, outcome }) => [id, outcome]));

/** The requirements with an outcome. */
export const withOutcome = ({ requirements }: Results, wanted: Outcome): string[] =>
  requirements.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []));

/** Results keep to their fixed format. */
export function expectWellFormed(results: Results): void {
  expect(checkFormat("results", results)).toEqual([]);
}

/** Results of a provider list every requirement that binds one, once, and none that binds only a partner. */
export function expectEveryRequirement({ requirements }: Results): void {
  const bound = loadLedger().filter(({ binds }) => binds !== "partner");
  expect(requirements.map(({ id }) => id).toSorted()).toEqual(bound.map(({ id }) => id).toSorted());
}

/** A requirement that the specification leaves open is never judged, and every other that did not pass has a reason. */
export function expectReasons({ requirements }: Results): void {
  for (const { id, level, outcome, reason } of requirements) {
    if (level === "open") expect(outcome, id).toBe("not-applicable");
    if (outcome !== "pass") expect(reason, id).toBeTruthy();
  }
}
