import { expect, test } from "vitest";
import { openLocations, peopleOf } from "./people.ts";

test("open Locations are the owner's that are neither blocked nor hidden, and begin with those that fixtures name", () => {
  expect(openLocations(peopleOf(1))).toEqual([100, 103, 104, 105, 106, 107, 108, 136, 137, 138, 139]);
});
