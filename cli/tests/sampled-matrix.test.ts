import { expect, test } from "vitest";
import { plain } from "../../base/paint.ts";
import type { SampledOutcome, SampledTrial } from "../../library/mutants/sampled.ts";
import { conformingList, sampledMatrix } from "../terminal/sampled-matrix.ts";

const trial = (number: number, outcome: SampledOutcome): SampledTrial => ({
  number,
  fault: `fault ${number}`,
  class: number < 3 ? "value" : "state",
  trigger: "pair",
  breaks: "CLI-1",
  outcome,
  failed: outcome === "found" ? ["CLI-1"] : [],
});

test("what is not found comes first, and what no one can meet does not count", () => {
  const trials = [trial(1, "found"), trial(2, "survived"), trial(3, "never tried"), trial(4, "not triggered")];
  expect(sampledMatrix(trials, "assay mutants --sampled 4 --seed 1", plain)).toBe(
    [
      "survived     2  value  CLI-1  fault 2",
      "never tried  3  state  CLI-1  fault 3",
      "",
      "class       found   survived  never tried  not triggered  not found, of what can be met",
      "state       0       0         1            1              100.0 % (20.7 to 100.0)",
      "value       1       1         0            0              50.0 % (9.5 to 90.5)",
      "",
      "trigger     found   survived  never tried  not triggered  not found, of what can be met",
      "pair        1       1         1            1              66.7 % (20.8 to 93.9)",
      "",
      "all         1       1         1            1              66.7 % (20.8 to 93.9)",
      "plant one again: assay mutants --sampled 4 --seed 1 --only 2",
      "",
    ].join("\n"),
  );
});

test("a conforming way that is blamed is named with its requirements", () => {
  const trials = [
    { number: 1, way: "a; b", blamed: [] },
    { number: 2, way: "a; c", blamed: ["CLI-1", "CUR-1"] },
  ];
  expect(conformingList(trials, "assay mutants --conforming 2", plain)).toBe(
    [
      "blamed  2  CLI-1, CUR-1  a; c",
      "1 of 2 conforming ways blamed",
      "judge one again: assay mutants --conforming 2 --only 2",
      "",
    ].join("\n"),
  );
});
