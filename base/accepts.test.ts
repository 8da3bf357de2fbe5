import { expect, test } from "vitest";
import { accepts } from "./accepts.ts";

test.each([
  ["gzip", true],
  ["br;q=0.5, GZIP ; q=0.1", true],
  ["br", false],
  ["*/*, gzip;q=0", false],
  ["gzip; q=0.000, br", false],
  ["gzip;q=0.01", true],
])("%s accepts gzip: %s", (header, isAccepted) => {
  expect(accepts(header, "gzip")).toBe(isAccepted);
});
