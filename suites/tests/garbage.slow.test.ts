import { describe, expect, test } from "vitest";
import { garbage, judgeGarbage } from "../testing/garbage.ts";

describe("a provider that answers garbage is judged to the end", () => {
  test.each(Object.entries(garbage))("%s", async (_, answers) => {
    expect(await judgeGarbage(answers)).toContain(answers.breaks);
  });
});
