import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestResult } from "allure-js-commons";
import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import { mergeRuns } from "../../record/joining/merge.ts";
import type { Entry } from "../../record/journal.ts";
import { type RunRecord, readRun } from "../../record/run-folder.ts";
import { begin, end, exchange, finding, runOf } from "../../record/testing/runs.ts";
import { writeAllureResults } from "./allure-results.ts";

const title = "listCountries answers as documented";
const proof: Entry = { kind: "proof", title, ids: ["DICT-1", "DICT-2"] };
const judged: Entry = { kind: "judged", ids: ["DICT-1", "DICT-2"] };

/** The results of Allure that stand in the folder once a run was written. */
function written({ results, entries }: RunRecord, ids = /^(DICT|SRV|ENV|INST-32)/): Map<string, TestResult> {
  const folder = mkdtempSync(join(tmpdir(), "assay-allure-test-"));
  const requirements = results.requirements.filter(({ id }) => ids.test(id));
  writeAllureResults(folder, { results: { ...results, requirements }, entries });
  const files = readdirSync(folder).filter((name) => name.endsWith("-result.json"));
  const found = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as TestResult);
  expect(new Set(found.map(({ historyId }) => historyId)).size).toBe(found.length);
  return new Map(found.map((result) => [result.name ?? "", result]));
}

const failed = runOf(proof, exchange("e-1"), judged, finding("DICT-2", "e-1"));

test("a proof that fails has what was found, its exchanges as steps, its times and its attachments", () => {
  const result = written(failed).get(title);
  expect(result).toMatchObject({
    fullName: `assay#proofs DICT-1 DICT-2: ${title}`,
    status: "failed",
    statusDetails: { message: expect.stringContaining("DICT-2: found 1, expected 2") as unknown },
    steps: [{ name: "listCountries: GET /api/v1/countries → 200", status: "failed" }],
    links: [{ url: "index.html#DICT-1" }, { url: "index.html#DICT-2" }],
  });
  expect((result?.stop ?? 0) - (result?.start ?? 0)).toBe(7);
  expect(result?.attachments.map(({ name }) => name)).toEqual(["What was found and expected", "curl", "HAR"]);
});

test("a run that was killed has results for what its journal holds", () => {
  const entries = [begin(), proof, exchange("e-1"), judged, { ...proof, title: "the next one" } as Entry];
  const results = written({ entries, results: resultsFrom(entries) });
  expect(results.get(title)).toMatchObject({ status: "passed" });
  expect(results.get("the next one")).toMatchObject({
    status: "skipped",
    statusDetails: { message: "the run ended before this proof did" },
  });
});

test("a proof that was skipped says why: what is missing, or that it is for other targets", () => {
  const why = "the profile lacks fixtures.service_id";
  const run = runOf(
    { kind: "untestable", title: "a service is read", ids: ["SRV-1"], why, applies: true },
    { kind: "skipped", title: "a service is read otherwise", ids: ["SRV-2"], why: "other proofs judge this target" },
  );
  const results = written(run);
  expect(results.get("a service is read")?.statusDetails.message).toBe(why);
  expect(results.get("a service is read otherwise")).toMatchObject({
    status: "skipped",
    statusDetails: { message: "other proofs judge this target" },
  });
});

test("a requirement of several cells says how many of them were judged", () => {
  const proved: Entry = { kind: "proof", title: "a late callback", ids: ["INST-4"] };
  const run = runOf(proved, { kind: "judged", ids: ["INST-4/first grant", "INST-4/reconnect"] });
  expect(written(run, /^INST-4$/).get(proved.title)?.parameters).toContainEqual({
    name: "cells of INST-4",
    value: "2 of 2 cells judged",
    excluded: true,
  });
});

test("what was not tried comes after everything that was", () => {
  const why = "the profile lacks fixtures.service_id";
  const run = runOf(
    { kind: "untestable", title: "a service is read", ids: ["SRV-1"], why, applies: true },
    proof,
    exchange("e-1"),
    judged,
  );
  const byStart = [...written(run).values()].toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const statuses = byStart.map(({ status }): string => status ?? "");
  expect(statuses).toContain("passed");
  expect(statuses.lastIndexOf("passed")).toBeLessThan(statuses.indexOf("skipped"));
});

test("a proof that was run only for what others show in it is no result, where its requirements were not selected", () => {
  const other: Entry = { kind: "proof", title: "calls answer as documented", ids: ["CALL-1"] };
  const { entries, results } = runOf(proof, exchange("e-1"), judged, other, exchange("e-2"));
  const requirements = results.requirements.filter(({ id }) => id !== "CALL-1");
  expect([...written({ entries, results: { ...results, requirements } }).keys()]).not.toContain(other.title);
});

test("a proof in which assay itself failed is broken, and not skipped", () => {
  const why = "assay itself failed: TypeError";
  const run = runOf(proof, { kind: "untestable", title, ids: ["DICT-1"], why, applies: true, isOurFault: true });
  const results = written(run);
  expect(results.get(title)).toMatchObject({ status: "broken", statusDetails: { message: why } });
});

test("a requirement that held in each of several parts is one result", () => {
  const part = () => runOf(proof, exchange("e-1"), judged);
  const results = written(mergeRuns([part(), part()]));
  expect([...results.keys()].filter((name) => name.startsWith("ENV-1:"))).toHaveLength(1);
});

test("a proof that failed in one of two runs is one result that failed", () => {
  const runs = [runOf(proof, exchange("e-1"), finding("DICT-2", "e-1")), runOf(proof, exchange("e-1"), judged)];
  expect(written(mergeRuns(runs)).get(title)).toMatchObject({ status: "failed", steps: [{}, {}] });
});

test("a certification's checks are results, and one that was killed is read from its journal", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-allure-test-"));
  const entries = [begin({ judges: "partner" }), exchange("r-1"), finding("INST-32", "r-1")];
  writeFileSync(join(folder, "journal.jsonl"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const run = readRun(folder);
  expect(run.results).toMatchObject({ kind: "partner", complete: false, verdict: "fail" });
  const [, result] = [...written(run)].find(([name]) => name.startsWith("INST-32")) ?? [];
  expect(result).toMatchObject({
    status: "failed",
    titlePath: ["Certification checks"],
    steps: [{ status: "failed" }],
  });
  expect(resultsFrom([...entries, end])).not.toHaveProperty("complete");
});
