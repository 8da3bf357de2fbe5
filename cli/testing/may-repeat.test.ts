import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repeatable } from "./may-repeat.ts";
import { root } from "./sources.ts";

const tests = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".test.ts") && !/(^|\/)(node_modules|build|dist)\//.test(file),
);
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

test("at most ten tests may be tried again, and each that is listed exists", () => {
  const titles = Object.keys(repeatable);
  expect(titles.length).toBeLessThanOrEqual(10);
  const all = tests.map(textOf).join("");
  expect(titles.filter((title) => !/\bmayRepeat\(/.test(all.slice(all.indexOf(title)).slice(0, 300)))).toEqual([]);
});

test("no other test is tried again", () => {
  const others = tests.filter((file) => !file.endsWith("may-repeat.test.ts"));
  expect(others.filter((file) => /\bretry\s*:\s*\d/.test(textOf(file)))).toEqual([]);
  expect(textOf("vitest.config.ts")).toContain("retry: 0,");
});
