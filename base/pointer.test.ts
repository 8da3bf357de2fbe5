import { describe, expect, test } from "vitest";
import { pathOf, pointerOf, valueAt } from "./pointer.ts";

// The examples of RFC 6901, section 5.
const document = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};
const examples: [pointer: string, path: (string | number)[], value: unknown][] = [
  ["", [], document],
  ["/foo", ["foo"], ["bar", "baz"]],
  ["/foo/0", ["foo", 0], "bar"],
  ["/", [""], 0],
  ["/a~1b", ["a/b"], 1],
  ["/c%d", ["c%d"], 2],
  ["/e^f", ["e^f"], 3],
  ["/g|h", ["g|h"], 4],
  ["/i\\j", ["i\\j"], 5],
  ['/k"l', ['k"l'], 6],
  ["/ ", [" "], 7],
  ["/m~0n", ["m~n"], 8],
];

describe("a JSON Pointer", () => {
  test.each(examples)("%j is the path %j", (pointer, path, value) => {
    expect(pointerOf(path)).toBe(pointer);
    expect(pathOf(pointer)).toEqual(path.map(String));
    expect(valueAt(document, pointer)).toEqual(value);
  });

  test("keeps a tilde before a digit apart from an escaped slash", () => {
    expect(pathOf(pointerOf(["~1", "~0", "~01"]))).toEqual(["~1", "~0", "~01"]);
  });

  test.each(["/bar", "/foo/2", "/foo/length", "/foo/0/0", "/toString", "/m~n/x"])("%j names nothing", (pointer) => {
    expect(valueAt(document, pointer)).toBeUndefined();
  });
});
