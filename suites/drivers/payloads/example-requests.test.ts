import { expect, test } from "vitest";
import { fillIn } from "./example-requests.ts";

test.each([
  ["{location_id}", 7],
  ["at {location_id}/{name}", "at 7/Ann"],
  ["{unknown}", "{unknown}"],
  [
    { id: "{location_id}", list: ["{name}", 1, null] },
    { id: 7, list: ["Ann", 1, null] },
  ],
])("%j becomes %j", (value, expected) => {
  expect(fillIn(value, { location_id: 7, name: "Ann" })).toEqual(expected);
});
