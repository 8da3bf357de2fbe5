import { expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchange.ts";
import { V3Surface } from "./v3-surface.ts";

const answer = { request: { headers: [] }, response: { status: 200, headers: {} } } as unknown as Exchange;

test("the answers of a time are counted, with both its ends, until the world is left", () => {
  const surface = new V3Surface();
  for (const at of [1_000, 2_000, 2_500, 4_000]) surface.learnFrom(answer, at);
  expect(surface.answeredBetween(2_000, 4_000)).toBe(3);
  expect(surface.answeredBetween(2_501, 3_999)).toBe(0);
  surface.forgetWorld();
  expect(surface.answeredBetween(0, 9_000)).toBe(0);
});
