import { expect, test } from "vitest";
import { readExpressions } from "./state-expressions.ts";

const fromState = (expression: string) => ({ type: "ProviderState", expression });

test("the expressions of provider states are read, by part and place", () => {
  const generators = {
    path: fromState("/locations/${location_id}"),
    query: { cursor: fromState("${cursor}") },
    headers: { "X-Location": fromState("${location_id}") },
    body: { "$.salon_id": fromState("${location_id}"), "$.id": { type: "RandomInt", min: 1, max: 2 } },
  };
  expect(readExpressions(generators)).toEqual({
    path: "/locations/${location_id}",
    query: { cursor: "${cursor}" },
    header: { "X-Location": "${location_id}" },
    body: { "$.salon_id": "${location_id}" },
  });
});

test.each([undefined, null, 5, { path: 5, body: { $: "x" } }])(
  "generators that are %j hold no expression",
  (generators) => {
    expect(readExpressions(generators)).toEqual({ query: {}, header: {}, body: {} });
  },
);
