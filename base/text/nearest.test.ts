import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const keys = ["location_id", "second_location_id", "application_id", "service_id"];

test("the word with the fewest changes comes first", () => {
  expect(nearest("aplication_id", keys)[0]).toBe("application_id");
});

test("case does not count", () => {
  expect(nearest("LOCATION_ID", keys)[0]).toBe("location_id");
});

test("a word that is like none has no neighbour", () => {
  expect(nearest("webhooks", keys)).toEqual([]);
});
