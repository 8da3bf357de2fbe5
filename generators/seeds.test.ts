import fc from "fast-check";
import { expect, test } from "vitest";
import { activity, activityFilter, schedule } from "./activities.ts";
import { call, callFilter, callHistory } from "./calls.ts";
import { clientFilter, clientFilterNames, clientFilters } from "./client-filters.ts";
import { client, clientele } from "./clients.ts";
import { malformedCursor } from "./cursors.ts";
import { walk } from "./resources.ts";
import { title } from "./titles.ts";

const [clients = []] = fc.sample(clientele(20), { seed: 1, numRuns: 1 });

const generators: Record<string, () => fc.Arbitrary<unknown>> = {
  activity,
  activityFilter,
  schedule: () => schedule(10),
  call,
  callFilter: () => callFilter(["555"]),
  callHistory,
  client,
  clientele: () => clientele(10),
  ...Object.fromEntries(clientFilterNames.map((name) => [`clientFilter ${name}`, () => clientFilter(clients, name)])),
  clientFilters: () => clientFilters(clients),
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
