import { expect, test } from "vitest";
import { paintFor, plain } from "./paint.ts";

const terminal = { isTTY: true };

test.each([
  ["at a terminal", terminal, {}, true],
  ["without a terminal", {}, {}, false],
  ["without a terminal, where FORCE_COLOR is set", {}, { FORCE_COLOR: "1" }, true],
  ["at a terminal that has no colours", terminal, { TERM: "dumb" }, false],
  ["where NO_COLOR is set, whatever else is", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
])("%s: %j, %j, painted %j", (_, output, env, isPainted) => {
  expect(paintFor(output, env).red("x") !== "x").toBe(isPainted);
});

test("plain paint changes nothing", () => {
  expect(plain.bold(plain.red("x"))).toBe("x");
});
