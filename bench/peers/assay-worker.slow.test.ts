import { expect, test } from "vitest";
import { measureProvider } from "./providers.ts";

test("assay itself is measured like its peers: the right server is blamed for nothing, and a fault is found", async () => {
  const { alarms, right, trials } = await measureProvider("assay", "", 1);
  expect(alarms).toEqual([]);
  expect(right.requests).toBeGreaterThan(1000);
  expect(trials.map(({ found }) => found)).toEqual(trials.map(() => true));
  expect(trials.length).toBeGreaterThan(0);
});
