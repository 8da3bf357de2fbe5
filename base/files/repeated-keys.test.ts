import { expect, test } from "vitest";
import { repeatsKey } from "./repeated-keys.ts";

const repeats = (text: string) => repeatsKey(text, JSON.parse(text));

test.each([
  '{"a":1,"a":2}',
  '{"b":[{"a":1 , "a" : 2}]}',
  String.raw`{"a\"":1,"a\"":2}`,
  String.raw`{"a\\":1,"a\\":2}`,
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1,"__proto__":2}',
])("%s has a key twice", (text) => {
  expect(repeats(text)).toBe(true);
});

test.each([
  "1",
  '""',
  '{"a":1,"b":{"a":2}}',
  '["a","a"]',
  String.raw`{"a":"\":","b":"\\"}`,
  '{"a":"\\"a\\":1"}',
  JSON.stringify({ a: "x".repeat(20_000_000) }),
])("%#: each key stands once", (text) => {
  expect(repeats(text)).toBe(false);
});
