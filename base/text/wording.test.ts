import { expect, test } from "vitest";
import { capitalised, counted } from "./wording.ts";

test("a noun agrees with its number", () => {
  expect([0, 1, 2].map((count) => counted(count, "place"))).toEqual(["0 places", "1 place", "2 places"]);
});

test("the first letter of a sentence is a capital one", () => {
  expect([capitalised("no link is active"), capitalised("")]).toEqual(["No link is active", ""]);
});
