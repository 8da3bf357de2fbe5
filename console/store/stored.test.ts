import { expect, test } from "vitest";
import { object, stored, storedText } from "./stored.ts";

const schema = object({ count: { type: "integer" } });

test("what is stored is a value of its schema, or is refused without being shown", () => {
  expect(stored("setting", schema, { count: 1 })).toEqual({ count: 1 });
  expect(storedText("setting", schema, '{"count":1}')).toEqual({ count: 1 });
  expect(() => stored("setting", schema, { count: "secret" })).toThrow(
    "setting: what is stored has another form than this assay knows: count: found a string, expected a whole number",
  );
  for (const text of ["", "half a li", "null"]) expect(() => storedText("setting", schema, text)).toThrow(/^setting: /);
});
