import { expect, test } from "vitest";
import { Links } from "./links.ts";

const location = 7;

/** A link that was confirmed, frozen, uninstalled and confirmed again. */
function links(): Links {
  const all = new Links();
  all.granted(location, 1);
  all.confirmed(location, 2);
  all.ended(location, 3, "freezed");
  all.ended(location, 4, "uninstalled");
  all.granted(location, 5);
  all.confirmed(location, 6);
  return all;
}

test.each([
  [2, []],
  [3, ["freezed"]],
  [4, ["freezed", "uninstalled"]],
  [5, ["freezed", "uninstalled"]],
  [6, []],
])("how a link had ended at %i", (time, ends) => {
  expect(links().endsAt(location, time)).toEqual(ends);
});

test("a Location without a link has not ended", () => {
  expect(links().endsAt(location + 1, 6)).toEqual([]);
});
