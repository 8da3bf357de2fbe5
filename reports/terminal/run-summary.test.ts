import { expect, test } from "vitest";
import { plain } from "../../base/paint.ts";
import { exchange, finding, runOf } from "../../record/testing/runs.ts";
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

test("what probably has the same cause is named below what to fix first, and not a second time", () => {
  const { results } = runOf(exchange("e-1"), finding("INST-2", "e-1"), finding("INST-4", "e-1"));
  const text = runSummary({ ...results, causes: [{ id: "INST-4", also: ["INST-2"] }] }, "out/results.json", {
    paint: plain,
  });
  expect(text).toMatch(/^fail INST-4 {2}.*\n(?: {2}.*\n)+ {2}likely the same cause:\n {4}fail INST-2 {2}/);
  expect(text.match(/fail INST-2 /g)).toHaveLength(1);
});

test("what would let more be judged takes three lines at most, with whole keys", () => {
  const { results } = runOf({ kind: "judged", ids: ["DICT-1"] });
  const unlock = [4, 3, 2, 1].map((count) => ({
    supply: `urls.app_url and fixtures.id_${count}`,
    requirements: Array.from({ length: count }, (_, index) => `A-${index}`),
  }));
  const text = runSummary({ ...results, unlock }, "out/results.json", { paint: plain });
  expect(text).toMatch(
    /^judge more: 4 with urls\.app_url and fixtures\.id_4\n {12}3 with .*\n {12}2 with .*\n(?! {12})/m,
  );
});
