import { expect, test } from "vitest";
import { reasonOf } from "./failure-reason.ts";

test.each([
  ["its code", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  ["the code of its cause", new Error("fetch failed", { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
  ["its message without a code", new Error("other side closed"), "other side closed"],
  ["words for a time-out, whose code is a number", new DOMException("aborted", "TimeoutError"), "no answer in time"],
  ["itself where it is no error", "gone", "gone"],
])("the reason of a failure is %s", (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
