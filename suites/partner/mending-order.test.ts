import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import { begin, end, finding, runOf } from "../../record/testing/runs.ts";
import { withPartnerMends } from "./mending-order.ts";

test("a partner mends failures before warnings, and first what the rest depends on", () => {
  const entries = [
    begin({ judges: "partner" }),
    ...["HOOK-21", "CALL-13", "HOOK-16", "INST-32", "INST-29"].map((id) => finding(id, "r-1")),
    end,
  ];
  const { mends } = withPartnerMends({ entries, results: resultsFrom(entries) });
  expect(mends).toEqual(["INST-29", "INST-32", "HOOK-16", "CALL-13", "HOOK-21"]);
});

test("a run of a provider mends in no order of its own", () => {
  expect(withPartnerMends(runOf(finding("DICT-2", "e-1")))).not.toHaveProperty("mends");
});
