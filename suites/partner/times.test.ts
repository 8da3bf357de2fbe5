import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sources } from "../../cli/testing/sources.ts";

test("a certification knows the time by its own clock alone", () => {
  const other = /Date\.now|new Date\(\)|performance\.|setTimeout|setInterval|steadyNow|node:timers/;
  const own = sources.filter((path) => path.startsWith(join("suites", "partner")));
  expect(own).toContain(join("suites", "partner", "times.ts"));
  expect(own.filter((path) => other.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
