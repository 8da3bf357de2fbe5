import { expect, test } from "vitest";
import { areDistinct, identitiesOf } from "./identities.ts";

test("items are known by their id, whatever else they hold", () => {
  expect(identitiesOf([{ id: 7, name: "Ann" }, { id: "7a" }])).toEqual(["id 7", "id 7a"]);
});

test("ids that were rounded when they were read do not make two items one", () => {
  const [first, second] = JSON.parse('[{"id":9007199254740992,"n":1},{"id":9007199254740993,"n":2}]') as {
    id: number;
  }[];
  expect(first?.id).toBe(second?.id);
  expect(new Set(identitiesOf([{ ...first }, { ...second }])).size).toBe(2);
});

test("items are distinct unless two of those without an id are alike", () => {
  expect(areDistinct([{ free: 4 }, { free: 5 }])).toBe(true);
  expect(areDistinct([{ free: 4 }, { free: 4 }])).toBe(false);
  expect(areDistinct([{ id: 1 }, { id: 1 }])).toBe(true);
});
