import { expect, test } from "vitest";
import { plain } from "../../base/paint.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { withPartnerCauses } from "../../suites/partner/causes.ts";
import { partnerSummary } from "./partner-summary.ts";

const entries = [
  begin({ judges: "partner", name: "acme" }),
  exchange("r-1"),
  finding("INST-32", "r-1", "no callback"),
  finding("CALL-13", "r-1", "no callback"),
  finding("HOOK-16", "r-1", "a 500"),
  end,
];
const run = withPartnerCauses({ entries, results: resultsFrom(entries) });

test("what to fix comes in order, and requirements that break for the same reason together", () => {
  const text = partnerSummary(run, { results: "out/results.json" }, plain);
  expect(text).toMatch(/^To fix, in this order\n\n1\. fail INST-32 {2}/);
  expect(text).toMatch(/^ {3}likely the same cause: fail CALL-13$/m);
  expect(text).toMatch(/^2\. fail HOOK-16 {2}/m);
  expect(text).not.toMatch(/^3\. /m);
  expect(text).toMatch(/^acme: not certified$/m);
  expect(text).toMatch(/^results: out\/results\.json$/m);
});

test("what could not be judged for one reason is one line, and a claim that was not tried says so", () => {
  const why = "the application is gone: it ended with exit code 4";
  const untested: Entry = { kind: "untestable", ids: ["RES-14", "RES-15", "CUR-8"], why, applies: true };
  const lost = [entries[0] as Entry, untested, end];
  const text = partnerSummary({ entries: lost, results: resultsFrom(lost) }, {}, plain);
  expect(text).toMatch(
    /^untestable CUR-8 \(and RES-14, RES-15\) {2}the application is gone: it ended with exit code 4$/m,
  );
  expect(text).toMatch(/^ {2}resources +not tried; untestable: /m);
});
