import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Entry, KnownFailure } from "../journal.ts";
import type { RequirementResult } from "../results.ts";
import { applyKnown, knownToAll, noLongerFailing, readKnown } from "./known.ts";

const result = (outcome: RequirementResult["outcome"], reason?: string): RequirementResult => ({
  id: "ACT-4",
  level: "must",
  title: "",
  sources: [],
  outcome,
  ...(reason ? { reason } : {}),
  evidence: [],
});
const failure: KnownFailure = { id: "ACT-4", reason: "fixed soon", until: "2026-01-31", kind: "fails" };
const finding = (cell?: string): Entry => ({
  kind: "finding",
  requirement: "ACT-4",
  ...(cell ? { cell } : {}),
  pointer: "",
  found: "1",
  expected: "2",
});

/** The outcome of a failure in cells, where others are known. */
const after = (known: readonly KnownFailure[], cells: readonly (string | undefined)[], today = "2026-01-31") => {
  const before = result("fail", "found 1");
  const [{ outcome, reason, known: tolerated } = before] = applyKnown([before], known, {
    today,
    entries: cells.map(finding),
  });
  return { outcome, reason, ...(tolerated ? { tolerated } : {}) };
};

describe("a known failure", () => {
  test("warns up to its last day", () => {
    expect(after([failure], [undefined])).toEqual({
      outcome: "warn",
      reason: "found 1; known until 2026-01-31 (fixed soon)",
      tolerated: { kind: "fails", reason: "fixed soon", until: "2026-01-31" },
    });
  });

  test("fails after its last day, and says so", () => {
    expect(after([failure], [undefined], "2026-02-01")).toEqual({
      outcome: "fail",
      reason: "found 1; known until 2026-01-31, which has passed (fixed soon)",
    });
  });

  test("of one cell tolerates that cell alone", () => {
    const known = [{ ...failure, cell: "staff_ids" }];
    expect(after(known, ["staff_ids", "staff_ids"]).outcome).toBe("warn");
    expect(after(known, ["staff_ids", "resource_ids"])).toEqual({
      outcome: "fail",
      reason: "found 1; staff_ids is known until 2026-01-31 (fixed soon), but resource_ids is not",
    });
    expect(after(known, [undefined]).outcome).toBe("fail");
    const both = [...known, { ...failure, cell: "resource_ids", until: "2025-12-31" }];
    expect(after(both, ["staff_ids", "resource_ids"]).outcome).toBe("fail");
    expect(after([...known, failure], ["staff_ids", "resource_ids"]).outcome).toBe("warn");
  });

  test("that is flaky or waived says so", () => {
    const reasonOf = (kind: KnownFailure["kind"]) => after([{ ...failure, kind }], [undefined]).reason;
    expect(reasonOf("flaky")).toBe("found 1; known to be flaky until 2026-01-31 (fixed soon)");
    expect(reasonOf("waived")).toBe("found 1; waived until 2026-01-31 (fixed soon)");
  });

  test("is named where it passes, unless it is flaky or waived", () => {
    const named = (kind: KnownFailure["kind"]) => noLongerFailing([result("pass")], [{ ...failure, kind }]);
    expect([named("fails"), named("flaky"), named("waived")]).toEqual([["ACT-4"], [], []]);
    expect(noLongerFailing([{ ...result("pass"), id: "INST-1" }, result("untestable")], [failure])).toEqual([]);
  });

  test("stays as it is where it was not judged", () => {
    const untestable = result("untestable", "no clock");
    expect(applyKnown([untestable], [failure], { today: "2026-01-31", entries: [] })).toEqual([untestable]);
  });

  test("counts in several runs where all of them know it, also by the name that its day had before", () => {
    const { id, reason, until } = failure;
    const earlier = { id, reason, expires: until } as unknown as KnownFailure;
    expect(knownToAll([{ known: [earlier] }, { known: [failure] }])).toEqual([failure]);
    expect(knownToAll([{ known: [failure] }, { known: [{ ...failure, cell: "staff_ids" }] }])).toEqual([]);
    expect(knownToAll([{ known: [failure] }, {}])).toEqual([]);
  });
});

describe("a file of known failures", () => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-known-")), "known.yaml");
  const read = (text: string, kind: "provider" | "partner" = "provider") => {
    writeFileSync(file, text);
    return readKnown(file, kind);
  };

  test("may name kinds and cells, and is understood as earlier versions wrote it", () => {
    expect(
      read(`known:
  - { id: ACT-4, cell: staff_ids, kind: flaky, reason: a, until: 2026-01-31 }
  - { id: ACT-4, reason: b, expires: 2026-01-31 }`),
    ).toEqual([
      { id: "ACT-4", cell: "staff_ids", kind: "flaky", reason: "a", until: "2026-01-31" },
      { id: "ACT-4", kind: "fails", reason: "b", until: "2026-01-31" },
    ]);
  });

  test.each([
    ["{ id: INST-999, reason: a, until: 2999-12-31 }", "/id: there is no requirement INST-999 that binds a provider"],
    ["{ id: RATE-14, reason: a, until: 2999-12-31 }", "/id: there is no requirement RATE-14 that binds a provider"],
    [
      "{ id: ACT-4, cell: colour, reason: a, until: 2999-12-31 }",
      "/cell: ACT-4 has no such cell; `assay explain ACT-4`",
    ],
    ["{ id: ACT-4, kind: ugly, reason: a, until: 2999-12-31 }", "/kind: found"],
    ["{ id: ACT-4, reason: a }", "/until: it is missing"],
  ])("is refused with its file, its key and the fix: %s", (entry, complaint) => {
    expect(() => read(`known: [${entry}]`)).toThrow(`${file}#/known/0${complaint}`);
  });

  test("of an application names requirements that bind a partner", () => {
    expect(read("known: [{ id: RATE-14, reason: a, until: 2999-12-31 }]", "partner")).toHaveLength(1);
  });
});
