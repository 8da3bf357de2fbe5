import { expect, test } from "vitest";
import { isDeeperThan } from "./json.ts";

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

test("depth is counted in levels, however deep a value is", () => {
  expect(isDeeperThan(nested(3), 3)).toBe(false);
  expect(isDeeperThan(nested(5), 3)).toBe(true);
  expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
  expect(isDeeperThan("text", 0)).toBe(false);
  expect(isDeeperThan(nested(50_000), 500)).toBe(true);
});

test("what holds itself twice on every level is deep, and is not walked for ever", () => {
  const twice: unknown[] = [];
  twice.push(twice, twice);
  expect(isDeeperThan(twice, 50)).toBe(true);
});
