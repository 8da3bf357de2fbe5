import { expect, test } from "vitest";
import { faults } from "../sandbox/faults/faults.ts";
import { runScripts } from "./testing/run-scripts.ts";

/** A sample of all areas; every script that a faulty sandbox's run writes shows its failure, and stops once it is mended. */
const sample = Object.keys(faults).filter((_, index) => index % 121 === 0);

test.concurrent.each(sample)('every script of "%s" tells the broken sandbox from one that obeys', async (fault) => {
  const exits = await runScripts(fault);
  expect(exits.filter(({ broken, mended }) => broken !== 1 || mended === 1)).toEqual([]);
});

test.concurrent.each([
  ["webhooks lack data", "HOOK-2"],
  ["v1 allows three a second", "RATE-1"],
])('what plain requests cannot show of "%s", assay repeats', async (fault, id) => {
  expect(faults[fault]?.breaks).toBe(id);
  expect(await runScripts(fault)).toContainEqual(expect.objectContaining({ id, broken: 1, mended: 0 }));
});
