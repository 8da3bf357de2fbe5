import { describe, expect, test } from "vitest";
import { readExpressions } from "../pact/state-expressions.ts";
import { fillRequest } from "./filled-request.ts";

const fromState = (expression: string) => ({ type: "ProviderState", expression });
const request = {
  method: "POST",
  url: "/locations/100/resources?limit=1&cursor=abc",
  headers: { "x-location": "100", accept: "a/b" },
  body: '{"salon_id":100,"links":[{"id":1},{"id":2}],"note":"at 100"}',
};
const values = { location_id: 7, cursor: "a b&c", id: "x" };

describe("values of states", () => {
  test("replace examples in path, query, headers and body", () => {
    const expressions = readExpressions({
      path: fromState("/locations/${location_id}/resources"),
      query: { cursor: fromState("${cursor}") },
      header: { "X-Location": fromState("${location_id}") },
      body: {
        "$.salon_id": fromState("${location_id}"),
        "$.links[*].id": fromState("${id}"),
        "$['note']": fromState("at ${location_id}"),
      },
    });
    expect(fillRequest(request, expressions, values)).toEqual({
      method: "POST",
      url: "/locations/7/resources?limit=1&cursor=a+b%26c",
      headers: { "x-location": "7", accept: "a/b" },
      body: '{"salon_id":7,"links":[{"id":"x"},{"id":"x"}],"note":"at 7"}',
    });
  });

  test("leave the examples of other generators alone", () => {
    const expressions = readExpressions({ body: { "$.salon_id": { type: "RandomInt", min: 1, max: 2 } }, path: 5 });
    expect(fillRequest(request, expressions, values)).toEqual(request);
  });

  test("that no state gives are the pact's fault", () => {
    const expressions = readExpressions({ query: { cursor: fromState("${moon}") } });
    expect(() => fillRequest(request, expressions, values)).toThrow(
      "no state gives ${moon}; there are location_id, cursor, id",
    );
  });

  test("reach neither what every object inherits nor beyond the end of a list", () => {
    const places = ["$.__proto__.polluted", "$.links.__proto__.polluted", "$.links[99999999]", "$.links.length"];
    const expressions = readExpressions({
      body: Object.fromEntries([...places, "$.added"].map((place) => [place, fromState("7")])),
    });
    expect(fillRequest(request, expressions, values).body).toBe(request.body.replace(/\}$/, ',"added":"7"}'));
    expect(Object.prototype).not.toHaveProperty("polluted");
    expect(() => fillRequest(request, readExpressions({ path: fromState("${constructor}") }), values)).toThrow(
      "no state gives ${constructor}",
    );
  });
});
