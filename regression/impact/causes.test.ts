import { describe, expect, test } from "vitest";
import type { Difference } from "../diff/differences/difference.ts";
import type { BrokenExpectation } from "./breaks.ts";
import { byOperation, causesOf } from "./causes.ts";

const operation = "GET /things/{id} (v1)";
const difference = (rule: string, more: Partial<Difference> = {}): Difference => ({
  fingerprint: "0123456789ab",
  rule,
  level: "breaking",
  says: "It is different.",
  operations: ["GET /things/{thing} (v1)"],
  names: [],
  ...more,
});
const expectation = (part: string, pointer: string): BrokenExpectation => ({
  partner: "reader",
  pact: "reader.json",
  pointer: "/interactions/0",
  expectation: "a thing",
  operation,
  status: 404,
  isCertain: true,
  breaks: [{ part, pointer, says: "it relies on this" }],
});
const causes = (broken: BrokenExpectation, ...differences: Difference[]) =>
  causesOf(broken, byOperation(differences)).map(({ rule }) => rule);

describe("the causes of a broken expectation", () => {
  test("are the differences that name its field, whatever their sentences say", () => {
    const near = difference("response-null-allowed", { names: ["200", "name"] });
    const far = difference("response-type-changed", { names: ["200", "kind"], says: "The name of name is name." });
    expect(causes(expectation("response.body", "/data/0/name"), far, near)).toEqual(["response-null-allowed"]);
  });

  test("are found by a pointer of either side, too, and in any case of letters", () => {
    const place = { file: "old.yaml", pointer: "/components/headers/x-count/schema/type" };
    const header = difference("response-header-type-changed", { old: place });
    const other = difference("response-header-removed", { names: ["X-Other"] });
    expect(causes(expectation("response.header", "/X-Count"), other, header)).toEqual(["response-header-type-changed"]);
  });

  test("are found by the status that was expected", () => {
    const gone = difference("response-error-status-removed", { names: ["404"] });
    const other = difference("response-error-status-removed", { names: ["409"] });
    expect(causesOf(expectation("response.status", ""), byOperation([other, gone]))).toEqual([gone]);
  });

  test("are all breaking differences of its part where none names it", () => {
    const body = difference("response-type-changed", { names: ["200", "kind"] });
    const warning = difference("response-default-changed", { level: "warning", names: ["200", "size"] });
    const query = difference("parameter-removed", { names: ["q"] });
    expect(causes(expectation("response.body", "/name"), query, warning, body)).toEqual(["response-type-changed"]);
  });

  test("are all breaking differences of its operation where none is in its part", () => {
    const server = difference("server-removed");
    const compatible = difference("response-property-added", { level: "compatible", names: ["name"] });
    expect(causes(expectation("response.body", "/name"), compatible, server)).toEqual(["server-removed"]);
  });
});
