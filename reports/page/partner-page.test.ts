import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { timeTopic } from "../../record/results/scenario-times.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { withPartnerCauses } from "../../suites/partner/causes.ts";
import { markdown } from "../markdown.ts";
import { page } from "./page.ts";

const seconds: Entry = {
  kind: "observation",
  topic: timeTopic,
  value: { "a short scenario": 1, "a long scenario": 12.5 },
};
const entries = [
  begin({ judges: "partner" }),
  exchange("r-1"),
  finding("CALL-13", "r-1"),
  finding("INST-32", "r-1", "another"),
  seconds,
  end,
];
const run = withPartnerCauses({ entries, results: resultsFrom(entries) });
const order = (text: string, ...words: string[]) => words.map((word) => text.indexOf(word));

test("a partner's page begins with what to fix, in order, each with the exchange that shows it", () => {
  const fixing = /<section aria-labelledby="fixing">.*?<\/section>/s.exec(page(run, []))?.[0] ?? "";
  const [first = -1, second = -1] = order(fixing, 'href="#INST-32"', 'href="#CALL-13"');
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(fixing.match(/Request r-1/g)).toHaveLength(2);
  expect(fixing).toContain("curl -sS");
});

test("it shows how long each scenario took, the longest first, and not among the observations", () => {
  const text = page(run, []);
  const [long = -1, short = -1] = order(text, "a long scenario", "a short scenario");
  expect(long).toBeGreaterThan(0);
  expect(short).toBeGreaterThan(long);
  expect(text).not.toContain(timeTopic);
});

test("it says what does not apply, and shows neither an install machine nor a seed", () => {
  const text = page(run, []);
  expect(text).toContain("not applicable");
  expect(text).not.toMatch(/left open<\/li>|Install machine|<dt>Seed/);
});

test("the summary keeps the order", () => {
  const [first = -1, second = -1] = order(markdown(run.results), "### fail INST-32", "### fail CALL-13");
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
});
