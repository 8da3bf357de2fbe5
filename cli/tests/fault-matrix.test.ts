import { expect, test } from "vitest";
import { plain } from "../../base/paint.ts";
import type { Trial } from "../../library/mutants/attempt.ts";
import { faultMatrix } from "../terminal/fault-matrix.ts";

const trial = (fault: string, breaks: string, failed: string[]): Trial => ({
  fault,
  breaks,
  subtle: false,
  failed,
  found: failed.includes(breaks),
});

test("faults are counted by area, and those that were not found come first", () => {
  const trials = [
    trial("a", "INST-1", ["INST-1"]),
    trial("b", "INST-2", []),
    trial("c", "CUR-1", ["CUR-1"]),
    trial("d", "CUR-2", ["CUR-1"]),
  ];
  expect(faultMatrix(trials, plain)).toBe(
    [
      "survives  INST-2  b",
      "found by another  CUR-2  d  (fails CUR-1)",
      "",
      "INST 1 of 2    INST-1",
      "CUR  1 of 2    CUR-1",
      "",
      "2 of 4 faults found by the requirement that they break",
      "",
    ].join("\n"),
  );
});
