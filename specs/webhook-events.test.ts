import { expect, test } from "vitest";
import { goodsEvent, goodsOperations, recordEvents } from "./webhook-events.ts";

test("the specification has ten events about records, each for three changes, and five product operations", () => {
  expect([...recordEvents.keys()]).toHaveLength(10);
  expect(recordEvents.has(goodsEvent)).toBe(false);
  for (const changes of recordEvents.values()) expect(changes).toEqual(["created", "updated", "deleted"]);
  expect(goodsOperations).toHaveLength(5);
});
