import { expect, test } from "vitest";
import { HarnessError } from "../../base/errors.ts";
import { documentedValues } from "./values.ts";

test("the documented values of a field are found wherever it stands in what is listed", () => {
  expect(documentedValues("listCalls", "type")).toEqual(["incoming", "outgoing", "internal"]);
  expect(documentedValues("listCalls", "status")).toContain("missed");
});

test("a field without documented values is a mistake of ours, and so is an operation that there is not", () => {
  expect(() => documentedValues("listCalls", "call_date")).toThrow(HarnessError);
  expect(() => documentedValues("listMoons", "type")).toThrow("listMoons documents no values of type");
});
