import { resolve } from "node:path";
import { expect, test } from "vitest";
import { shortPath } from "./short-path.ts";

test("a path below the current folder is written from there, and any other in full", () => {
  expect(shortPath(resolve("reports/out/results.json"))).toBe("reports/out/results.json");
  expect(shortPath("../elsewhere")).toBe(resolve("../elsewhere"));
  expect(shortPath("/tmp/out")).toBe("/tmp/out");
});
