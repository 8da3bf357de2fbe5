import { expect, test } from "vitest";
import { resultOf, runOf } from "../testing/runs.ts";

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

test("a requirement that passes although a proof of it could not be judged says so", () => {
  const other = { kind: "untestable", title: "another proof", ids: ["DICT-1"], why, applies: true } as const;
  const judged = { kind: "judged", ids: ["DICT-1"] } as const;
  const proof = { kind: "proof", title: "a proof", ids: ["DICT-1"] } as const;
  expect(resultOf(runOf(proof, judged, other), "DICT-1")).toMatchObject({
    outcome: "pass",
    note: `passed; 1 of 2 proofs could not be judged: ${why}`,
  });
  expect(resultOf(runOf(judged, other), "DICT-1")).toMatchObject({
    outcome: "pass",
    note: `passed by what other requests show; no proof of its own could be judged: ${why}`,
  });
});

test("a repetition in other circumstances is counted, and decides nothing", () => {
  const further = runOf({ kind: "judged", ids: ["INST-17/listCalls", "INST-17/a second Location"] });
  expect(resultOf(further, "INST-17")).toMatchObject({
    outcome: "untestable",
    cells: { further: { judged: 1, of: 1 } },
  });
});
