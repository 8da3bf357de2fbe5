import { expect, test } from "vitest";
import { generatedIds, writtenIds } from "./generated-ids.ts";

test("the type of requirements' ids is that of the ledger", () => {
  expect(writtenIds()).toBe(generatedIds());
});
