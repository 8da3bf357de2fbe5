import { describe, expect, test } from "vitest";
import { rowsOf } from "../../cli/testing/rows.ts";
import { garbage, judgeGarbage } from "../testing/garbage.ts";

describe("a provider that answers garbage is judged to the end", () => {
  test.each(rowsOf(Object.entries(garbage)))("%s", async (_, answers) => {
    expect(await judgeGarbage(answers)).toContain(answers.breaks);
  });
});
