import { describe, expect, test } from "vitest";
import { idOf, maxItems, maxLevels, readForeignJson } from "./foreign-json.ts";

describe("a foreign text is read as JSON", () => {
  test.each([
    ["as it is", '{"a":[1,null,{"b":"c"}]}', { a: [1, null, { b: "c" }] }],
    ["unless it is none", "<html>", undefined],
    ["null included", "null", null],
    ["with the last of two keys", '{"a":1,"a":2}', { a: 2 }],
  ])("%s", (_, text, value) => {
    expect(readForeignJson(text)).toEqual(value);
  });

  test("without what would change an object's nature", () => {
    const value = readForeignJson('{"a":{"__proto__":{"isAdmin":true}},"constructor":{"prototype":1}}') as {
      a: object;
    };
    expect(Object.keys(value.a)).toEqual([]);
    expect((value.a as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(value).toEqual({ a: {}, constructor: { prototype: 1 } });
  });

  test("so that it can be written as a text", () => {
    expect(String(readForeignJson('{"toString":1,"valueOf":2}'))).toBe("[object Object]");
  });

  test("so that it can be written again, however deep it is", () => {
    const deep = readForeignJson(`{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`);
    expect(JSON.stringify(deep)).toBe(`{"a":${"[".repeat(maxLevels - 1)}null${"]".repeat(maxLevels - 1)}}`);
  });

  test("unless it is nested without reason; brackets within strings are none", () => {
    expect(readForeignJson("[".repeat(100_000) + "]".repeat(100_000))).toBeUndefined();
    const text = `\\"${"[".repeat(100_000)}`;
    expect(readForeignJson(JSON.stringify({ text }))).toEqual({ text });
  });

  test("with so many items of a list, and every key of an object", () => {
    const value = readForeignJson(`{"data":[${"1,".repeat(maxItems)}1],"more":{${keys(maxItems + 1)}}}`);
    const { data, more } = value as { data: number[]; more: object };
    expect([data.length, Object.keys(more).length]).toEqual([maxItems, maxItems + 1]);
  });
});

const keys = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");

test.each([
  ["which a number would round", '{"id" : 9007199254740993}', "9007199254740993"],
  ["which a number holds", '{"id":9007199254740991}', 9_007_199_254_740_991],
  ["which is text", '{"id":"9007199254740993"}', "9007199254740993"],
  ["which comes twice", '{"id":1,"id":9007199254740993}', "9007199254740993"],
  ["beside a text that has one", '{"text":"{\\"id\\":9007199254740993}","id":2}', 2],
])("an object's id is known as it was written: one %s", (_, item, id) => {
  const [read] = (readForeignJson(`{"data":[${item}]}`) as { data: [object] }).data;
  expect(idOf(read)).toBe(id);
  expect(readForeignJson(item)).toEqual(JSON.parse(item));
});
