import { expect, test } from "vitest";
import { isWhole } from "../cli/testing/rows.ts";
import { tryConformingWays } from "./mutants/conforming.ts";
import { trySampledFaults } from "./mutants/sampled.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A saved call may stand in the other history of the chain, which no one reads at that age: routing settings are not shown. */
const argued = ["sendVoipEvent loses a saved call, when age above 30 days"];

// `assay mutants --sampled` draws many more; docs/trust.md has what came out.
test("what a sample shows to a run is found", async () => {
  const trials = await trySampledFaults({ seed: 42, numbers: upTo(isWhole ? 40 : 8) });
  const survived = trials.filter(({ outcome }) => outcome === "survived").map(({ fault }) => fault);
  expect(survived.filter((fault) => !argued.includes(fault))).toEqual([]);
  expect(trials.filter(({ outcome }) => outcome === "found").length).toBeGreaterThan(isWhole ? 9 : 1);
});

test("a sample of conforming ways is not blamed", async () => {
  const trials = await tryConformingWays({ seed: 42, numbers: upTo(isWhole ? 6 : 1) });
  expect(trials.filter(({ blamed }) => blamed.length > 0)).toEqual([]);
});
