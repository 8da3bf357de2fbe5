import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyKnown, noLongerFailing, readKnown } from "./known.ts";
import type { RequirementResult } from "./results.ts";

const result = (outcome: RequirementResult["outcome"], reason?: string): RequirementResult => ({
  id: "INST-40",
  level: "must",
  title: "",
  sources: [],
  outcome,
  ...(reason ? { reason } : {}),
  evidence: [],
});
const known = [{ id: "INST-40", reason: "mended soon", expires: "2026-01-31" }];
const after = (before: RequirementResult, { today = "2026-01-31", isWhole = true } = {}) => {
  const [{ outcome, reason } = before] = applyKnown([before], known, { today, isWhole });
  return { outcome, reason };
};

describe("a known failure", () => {
  test("warns up to its last day", () => {
    const reason = "found 1; known until 2026-01-31 (mended soon)";
    expect(after(result("fail", "found 1"))).toEqual({ outcome: "warn", reason });
  });

  test("fails after its last day", () => {
    const reason = "found 1; known until 2026-01-31, which has passed (mended soon)";
    expect(after(result("fail", "found 1"), { today: "2026-02-01" })).toEqual({ outcome: "fail", reason });
  });

  test("is named where it passes in a whole run, and not where it passes in a part of one", () => {
    const named = (isWhole: boolean) => noLongerFailing([result("pass")], known, { today: "2026-01-31", isWhole });
    expect(after(result("pass"))).toEqual({ outcome: "pass", reason: undefined });
    expect([named(true), named(false)]).toEqual([["INST-40"], []]);
    const others = [{ ...result("pass"), id: "INST-1" }, result("untestable")];
    expect(noLongerFailing(others, known, { today: "2026-01-31", isWhole: true })).toEqual([]);
    const two = [{ id: "INST-2", reason: "", expires: "2026-01-31" }, ...known];
    expect(noLongerFailing([result("pass")], two, { today: "2026-01-31", isWhole: true })).toEqual(["INST-40"]);
  });

  test("stays as it is where it was not judged", () => {
    expect(after(result("untestable", "no clock"))).toEqual({ outcome: "untestable", reason: "no clock" });
  });
});

test("a requirement that nobody knows is refused with its file, its key and the mend", () => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-known-")), "known.yaml");
  writeFileSync(file, "known: [{ id: INST-999, reason: a, expires: 2999-12-31 }]");
  expect(() => readKnown(file, ["INST-40"])).toThrow(
    `${file}#/known/0/id: there is no requirement INST-999 that binds a provider; \`assay list requirements\` lists them`,
  );
});
