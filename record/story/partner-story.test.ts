import { expect, test } from "vitest";
import { resultsFrom } from "../from-journal.ts";
import type { Entry, ExchangeEntry } from "../journal.ts";
import { begin, end, exchange, finding } from "../testing/runs.ts";

test("the story of an application's failure is what both sides did in its scenario, up to what shows it", () => {
  const scenario = "the owner connects";
  const at = (second: number) => `2026-01-02T03:04:${10 + second}.000Z`;
  const step = (second: number, text: string): Entry => ({
    kind: "step",
    at: at(second),
    text,
    scenario,
    claim: "install",
  });
  const sent = (id: string, second: number): Entry => ({
    ...(exchange(id) as ExchangeEntry),
    at: at(second),
    scenario,
  });
  const found = { ...finding("INST-32", "r-1"), scenario } as Entry;
  const { requirements } = resultsFrom([
    begin({ judges: "partner", name: "acme" }),
    step(1, "the owner of Location 100 grants access"),
    step(5, "the owner of Location 101 grants access"),
    found,
    sent("r-1", 3),
    sent("r-2", 6),
    end,
  ]);
  const { story, mend } = requirements.find(({ id }) => id === "INST-32") ?? {};
  expect(story).toEqual([
    { step: "the owner of Location 100 grants access" },
    { step: expect.stringMatching(/^the application sends GET .* → 200$/) as string, exchange: "r-1" },
    { step: "found 1, expected 2: GET /countries (200) at /data/0", exchange: "r-1" },
  ]);
  expect(mend).toBe("in GET /countries (200) at /data/0: give 2 instead of 1");
});
