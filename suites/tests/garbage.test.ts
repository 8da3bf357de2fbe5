import { describe, expect, test } from "vitest";
import { garbage, judgeGarbage } from "../testing/garbage.ts";

/** A few kinds of garbage; garbage.slow.test.ts tries them all. */
const sample = ["a number for the resources", "a null among the connected Locations", "null for the range of dates"];

describe("a provider that answers garbage is judged to the end", () => {
  test.each(Object.entries(garbage).filter(([name]) => sample.includes(name)))("%s", async (_, answers) => {
    expect(await judgeGarbage(answers)).toContain(answers.breaks);
  });
});
