import { expect, test } from "vitest";
import { runScripts } from "./testing/run-scripts.ts";

test.each([
  ["a repeated callback makes the link pending", "INST-40"],
  ["anybody's cursor is served", "CUR-5"],
])('the script of "%s" fails while %s is broken, and no longer once it is mended', async (fault, id) => {
  const exits = await runScripts(fault);
  expect(exits).toContainEqual({ id, broken: 1, mended: 0 });
  expect(exits.filter(({ broken, mended }) => broken !== 1 || mended !== 0)).toEqual([]);
});
