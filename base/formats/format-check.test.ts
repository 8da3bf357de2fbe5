import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { checkFormat, complaintsOf, parseFormat } from "./format-check.ts";

test("a value of the format has no complaint", () => {
  expect(checkFormat("target-profile", { urls: { base_url: "http://127.0.0.1:1/api/v1" } })).toEqual([]);
});

test("an unknown key is reported with the key that was probably meant", () => {
  expect(checkFormat("target-profile", { urls: { base_urll: "http://127.0.0.1:1" } })).toEqual([
    { path: ["urls", "base_urll"], what: "this key is unknown; did you mean base_url?" },
  ]);
});

test("the deepest complaint comes first, and an item of a list is reported by its number", () => {
  const profile = { name: 7, urls: { base_url: "http://127.0.0.1:1" }, fixtures: { client_ids: [1, "two"] } };
  expect(checkFormat("target-profile", profile).map(({ path }) => path)).toEqual([
    ["fixtures", "client_ids", 1],
    ["name"],
  ]);
});

test("the path of a complaint has the keys as they are written", () => {
  const check = new Ajv2020({ allErrors: true, verbose: true }).compile({
    type: "object",
    additionalProperties: { type: "integer" },
  });
  check({ "a/b": "", "c~d": "", "~1": "" });
  expect(complaintsOf(check.errors ?? []).map(({ path }) => path)).toEqual([["a/b"], ["c~d"], ["~1"]]);
});

test("a text is read as a value of a format, and refused where it is none", () => {
  const target = { urls: { base_url: "http://127.0.0.1:1/api/v1" } };
  expect(parseFormat("target-profile", JSON.stringify(target))).toEqual(target);
  expect(() => parseFormat("target-profile", "half a li")).toThrow("target-profile: this is not JSON");
  expect(() => parseFormat("target-profile", '{"urls":1}')).toThrow(/^target-profile: urls: found the number 1/);
});
