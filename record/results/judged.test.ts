import { describe, expect, test } from "vitest";
import type { Entry } from "../journal.ts";
import { decidedBy, judgedOf, unlockOf } from "./judged.ts";

const requirement = (
  id: string,
  outcome: "pass" | "fail" | "untestable" | "not-applicable",
  level: "must" | "open" = "must",
) => ({
  id,
  level,
  outcome,
});

const lacking = (ids: string[], ...lacks: string[]): Entry => ({
  kind: "untestable",
  ids,
  why: "it lacks something",
  applies: true,
  lacks,
});

test("what is open or does not apply is not counted among what could be judged", () => {
  const results = [
    requirement("A-1", "pass"),
    requirement("A-2", "fail"),
    requirement("A-3", "untestable"),
    requirement("A-4", "not-applicable"),
    requirement("A-5", "not-applicable", "open"),
  ];
  expect(judgedOf(results)).toEqual({ count: 2, of: 3 });
});

describe("what would let more be judged", () => {
  const results = [requirement("A-1", "untestable"), requirement("A-2", "untestable"), requirement("A-3", "pass")];

  test("is the least that a requirement's proofs lack, the most helpful first", () => {
    const entries = [
      lacking(["A-1", "A-2", "A-3"], "control.reset", "control.clock"),
      lacking(["A-1"], "allow.mutations"),
      lacking(["A-2"], "allow.mutations"),
      lacking(["A-2"], "--patience 16m"),
    ];
    expect(unlockOf(entries, results)).toEqual([
      { supply: "allow.mutations", requirements: ["A-1", "A-2"] },
      { supply: "--patience 16m", requirements: ["A-2"] },
    ]);
  });

  test("names capabilities that are needed together under one control protocol", () => {
    const [unlock] = unlockOf([lacking(["A-1"], "control.reset", "fixtures.service_id", "control.clock")], results);
    expect(unlock?.supply).toBe("fixtures.service_id and control (reset, clock)");
  });
});

test("requests count for the requirement that is decided next", () => {
  const exchange = { kind: "exchange" } as Entry;
  const judged = (...ids: string[]): Entry => ({ kind: "judged", ids });
  const entries = [exchange, exchange, judged("A-1"), exchange, judged("A-1", "A-2"), judged("A-3")];
  expect(decidedBy(entries)).toEqual({ "A-1": 2, "A-2": 1, "A-3": 0 });
});
