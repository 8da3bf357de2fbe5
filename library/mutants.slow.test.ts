import { expect, test } from "vitest";
import { faults } from "../sandbox/faults/faults.ts";
import { tryFaults } from "./mutants.ts";

test("the kill matrix has no survivor: every fault is found by the requirement that it breaks", async () => {
  const trials = await tryFaults(Object.keys(faults), 42);
  expect(trials).toHaveLength(Object.keys(faults).length);
  expect(trials.filter(({ found }) => !found)).toEqual([]);
});
