import { expect, test } from "vitest";
import { jsonOf } from "./database.ts";

test("what the database cannot keep of a subject's words is replaced, and nothing else", () => {
  const value = { "a\0": ["x\ud800", "\udc00\0", "\\u0000", "\\\\ud800", '"\n😀'], b: 1, c: null };
  expect(JSON.parse(jsonOf(value))).toEqual({ "a�": ["x�", "��", "\\u0000", "\\\\ud800", '"\n😀'], b: 1, c: null });
});
