import { expect, test } from "vitest";
import { wilsonInterval } from "./wilson.ts";

// Figures of Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("%i of %i has the published interval", (hits, of, low, high) => {
  const [found, to] = wilsonInterval(hits, of);
  expect(found).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});
