import { expect, test } from "vitest";
import { observedValue } from "./observed-value.ts";

const itself: { own?: unknown } = {};
itself.own = itself;

test.each([
  ["nothing", undefined, null],
  ["a function", () => 1, "a value that cannot be written as JSON"],
  ["a symbol", Symbol("x"), "a value that cannot be written as JSON"],
  ["a value that holds itself", itself, "a value that cannot be written as JSON"],
  ["an integer without bounds", 1n, "a value that cannot be written as JSON"],
  ["a number that is none", Number.NaN, null],
  ["a field without a value", { a: undefined, b: [undefined] }, { b: [null] }],
  ["a plain value", { a: [1, "x", null] }, { a: [1, "x", null] }],
])("%s can be observed", (_, value, expected) => {
  expect(observedValue(value)).toEqual(expected);
});

test("a huge value is cut off", () => {
  const observed = observedValue("x".repeat(1_000_000));
  expect(String(observed).length).toBeLessThan(30_000);
  expect(observed).toMatch(/…$/);
});
