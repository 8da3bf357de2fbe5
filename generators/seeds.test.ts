import fc from "fast-check";
import { expect, test } from "vitest";
import { activity, schedule } from "./activities.ts";
import { call, callHistory } from "./calls.ts";
import { client, clientele } from "./clients.ts";
import { malformedCursor } from "./cursors.ts";
import { walk } from "./resources.ts";
import { title } from "./titles.ts";

const generators: Record<string, () => fc.Arbitrary<unknown>> = {
  activity,
  schedule: () => schedule(10),
  call,
  callHistory,
  client,
  clientele: () => clientele(10),
  malformedCursor: () => malformedCursor("0123456789abcdef"),
  walk: () => walk(30),
  title,
};

test.each(Object.entries(generators))("%s gives the same values for the same seed", (_, make) => {
  const sample = (seed: number) => fc.sample(make(), { seed, numRuns: 30 });
  for (const seed of [1, 42, -7]) expect(sample(seed)).toEqual(sample(seed));
});

test.each(Object.entries(generators))("%s gives other values for another seed", (_, make) => {
  const sample = (seed: number) => fc.sample(make(), { seed, numRuns: 30 });
  expect(sample(1)).not.toEqual(sample(2));
});
