import { expect, test } from "vitest";
import { plain } from "../../base/paint.ts";
import { runOf } from "../../record/testing/runs.ts";
import { runSummary } from "./run-summary.ts";

const why = "listClients answers 422";
const summaryOf = (...entries: Parameters<typeof runOf>) =>
  runSummary(runOf(...entries).results, "out/results.json", { paint: plain });

test("a run says how many cells were judged, and what holds in part, with what was not judged and why", () => {
  const text = summaryOf(
    { kind: "judged", ids: ["DICT-1", "INST-17/listCalls"] },
    { kind: "untestable", ids: ["INST-17/listClients"], why, applies: true },
  );
  expect(text).toMatch(/ left open; 2 of \d+ cells judged$/m);
  expect(text).toContain(`\njudged in part:\n  INST-17 held in 1 of 2 cells; not judged: listClients (${why})\n`);
});

test("a requirement that passed although a proof of it could not be judged is named", () => {
  const text = summaryOf(
    { kind: "proof", title: "a proof", ids: ["DICT-1"] },
    { kind: "judged", ids: ["DICT-1"] },
    { kind: "untestable", title: "another proof", ids: ["DICT-1"], why, applies: true },
  );
  expect(text).toContain(`\njudged in part:\n  DICT-1 passed; 1 of 2 proofs could not be judged: ${why}\n`);
});
