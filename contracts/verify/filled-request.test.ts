import { describe, expect, test } from "vitest";
import { fill, readExpressions } from "./state-expressions.ts";

const told = (expression: string) => ({ type: "ProviderState", expression });
const sent = {
  method: "POST",
  url: "/locations/100/resources?limit=1&cursor=abc",
  headers: { "x-location": "100", accept: "a/b" },
  body: '{"salon_id":100,"links":[{"id":1},{"id":2}],"note":"at 100"}',
};
const values = { location_id: 7, cursor: "a b&c", id: "x" };

describe("values that states tell", () => {
  test("take the place of examples in path, query, headers and body", () => {
    const expressions = readExpressions({
      path: told("/locations/${location_id}/resources"),
      query: { cursor: told("${cursor}") },
      header: { "X-Location": told("${location_id}") },
      body: {
        "$.salon_id": told("${location_id}"),
        "$.links[*].id": told("${id}"),
        "$['note']": told("at ${location_id}"),
      },
    });
    expect(fill(sent, expressions, values)).toEqual({
      method: "POST",
      url: "/locations/7/resources?limit=1&cursor=a+b%26c",
      headers: { "x-location": "7", accept: "a/b" },
      body: '{"salon_id":7,"links":[{"id":"x"},{"id":"x"}],"note":"at 7"}',
    });
  });

  test("leave alone what other generators feed", () => {
    const expressions = readExpressions({ body: { "$.salon_id": { type: "RandomInt", min: 1, max: 2 } }, path: 5 });
    expect(fill(sent, expressions, values)).toEqual(sent);
  });

  test("that no state tells are the pact's fault", () => {
    const expressions = readExpressions({ query: { cursor: told("${moon}") } });
    expect(() => fill(sent, expressions, values)).toThrow("no state tells ${moon}; there are location_id, cursor, id");
  });
});
