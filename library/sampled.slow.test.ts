import { expect, test } from "vitest";
import { tryConformingWays } from "./mutants/conforming.ts";
import { trySampledFaults } from "./mutants/sampled.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

// `assay mutants --sampled` draws many more; docs/trust.md has what came out.
test("what a sample shows to a run is found", async () => {
  const trials = await trySampledFaults({ seed: 42, numbers: upTo(40) });
  expect(trials.filter(({ outcome }) => outcome === "survived")).toEqual([]);
  expect(trials.filter(({ outcome }) => outcome === "found").length).toBeGreaterThan(9);
});

test("a sample of conforming ways is not blamed", async () => {
  const trials = await tryConformingWays({ seed: 42, numbers: upTo(6) });
  expect(trials.filter(({ blamed }) => blamed.length > 0)).toEqual([]);
});
