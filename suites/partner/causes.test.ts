import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import { begin, end, finding } from "../../record/testing/runs.ts";
import { withPartnerCauses } from "./causes.ts";

test("a partner fixes failures before warnings, and first what the rest depends on", () => {
  const entries = [
    begin({ judges: "partner" }),
    ...["HOOK-21", "CALL-13", "HOOK-16", "INST-32", "INST-29"].map((id) => finding(id, "r-1", id)),
    end,
  ];
  const { results } = withPartnerCauses({ entries, results: resultsFrom(entries) });
  expect(results.causes?.map(({ id }) => id)).toEqual(["INST-29", "INST-32", "HOOK-16", "CALL-13", "HOOK-21"]);
});
