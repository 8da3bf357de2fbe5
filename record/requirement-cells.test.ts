import { expect, test } from "vitest";
import { resultOf, runOf } from "./testing/runs.ts";

const why = "listClients answers 422";

test("a requirement passes only where every cell that it needs was judged", () => {
  const both = runOf({ kind: "judged", ids: ["INST-17/listCalls", "INST-17/listClients"] });
  expect(resultOf(both, "INST-17")).toMatchObject({ outcome: "pass", cells: { judged: 2, of: 2, open: [] } });
});

test("a requirement of which one cell could not be judged is untestable, and says which cell and why", () => {
  const one = runOf(
    { kind: "judged", ids: ["INST-17/listCalls"] },
    { kind: "untestable", ids: ["INST-17/listClients"], why, applies: true },
  );
  expect(resultOf(one, "INST-17")).toMatchObject({
    outcome: "untestable",
    reason: `held in 1 of 2 cells; not judged: listClients (${why})`,
    cells: { judged: 1, of: 2, open: [{ cell: "INST-17/listClients", reason: why }] },
  });
  expect(one.results.cells).toMatchObject({ judged: 1 });
});

test("a repetition in other circumstances is counted, and decides nothing", () => {
  const further = runOf({ kind: "judged", ids: ["INST-17/listCalls", "INST-17/a second Location"] });
  expect(resultOf(further, "INST-17")).toMatchObject({
    outcome: "untestable",
    cells: { further: { judged: 1, of: 1 } },
  });
});
