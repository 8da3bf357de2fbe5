import { expect, test } from "vitest";
import { runScripts } from "./testing/run-scripts.ts";

test.each([
  ["a repeated callback makes the link pending", "INST-40", 0],
  // A cursor that was served is refused once it is fixed: another status, which a script does not judge.
  ["anybody's cursor is served", "CUR-5", 2],
])('the script of "%s" exits 1 while %s is broken, and %i once it is fixed', async (fault, id, expected) => {
  const exits = await runScripts(fault);
  expect(exits).toContainEqual({ id, broken: 1, fixed: expected, stale: 2 });
  expect(exits.filter(({ broken, fixed, stale }) => broken !== 1 || fixed === 1 || stale === 0)).toEqual([]);
});
