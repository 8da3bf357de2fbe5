import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stage, Status, type TestResult } from "allure-js-commons";
import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { mergeRuns } from "../../record/merge.ts";
import { type Run, readRun } from "../../record/run-folder.ts";
import { begin, end, exchange, finding, runOf } from "../../record/testing/runs.ts";
import { writeAllureResults } from "./allure-results.ts";
import { fullNameOf, readTested } from "./tested.ts";

const title = "listCountries answers as documented";
const proof: Entry = { kind: "proof", title, ids: ["DICT-1", "DICT-2"] };
const judged: Entry = { kind: "judged", ids: ["DICT-1", "DICT-2"] };

/** A result as allure-vitest writes it: with the path of the machine in its name, and no reason of what is skipped. */
const tested = (name: string, more: Partial<TestResult> = {}): TestResult =>
  ({
    uuid: `uuid of ${name}`,
    fullName: `somebody:home/somebody/dist/provider.suite.js#${name}`,
    status: Status.PASSED,
    stage: Stage.FINISHED,
    start: 5000,
    stop: 6000,
    labels: [{ name: "host", value: "somebodys-machine" }],
    ...more,
  }) as TestResult;

const { requirements } = runOf().results;

/** What stands in the folder once a run was written that Vitest left these results of. */
function completed({ results, entries }: Run, vitest: TestResult[] = []): Map<string, TestResult> {
  const folder = mkdtempSync(join(tmpdir(), "assay-allure-test-"));
  const place = join(folder, "allure-results");
  writeAllureResults(place, { results: { ...results, requirements: [] }, entries: [] });
  for (const one of vitest) writeFileSync(join(place, `${one.uuid}-result.json`), JSON.stringify(one));
  const own = results.requirements.filter(({ id }) => /^(DICT|SRV|ENV|INST-32)/.test(id));
  writeAllureResults(place, { results: { ...results, requirements: own }, entries, tested: readTested(folder) });
  const files = readdirSync(place).filter((name) => name.endsWith("-result.json"));
  const written = files.map((name) => JSON.parse(readFileSync(join(place, name), "utf8")) as TestResult);
  expect(new Set(written.map(({ historyId }) => historyId)).size).toBe(written.length);
  return new Map(written.map((one) => [one.name ?? "", one]));
}

test("a result of allure-vitest keeps its file and its times, and gets what the journal knows", () => {
  const name = fullNameOf("proofs", ["DICT-1", "DICT-2"], title).replace("assay#", "");
  const run = runOf(proof, exchange("e-1"), judged, finding("DICT-2", "e-1"));
  const result = completed(run, [tested(name, { status: Status.FAILED })]).get(title);
  expect(result).toMatchObject({
    uuid: `uuid of ${name}`,
    status: "failed",
    start: 5000,
    stop: 6000,
    statusDetails: { message: expect.stringContaining("DICT-2: found 1, expected 2") as unknown },
    steps: [{ name: "listCountries: GET /api/v1/countries → 200", status: "failed" }],
    links: [{ url: "index.html#DICT-1" }, { url: "index.html#DICT-2" }],
  });
  expect(result?.attachments.map((one) => one.name)).toEqual(["What was found and expected", "curl", "HAR"]);
  expect(JSON.stringify(result)).not.toContain("somebody");
});

test("a run that was killed before Vitest wrote anything has the same results, from its journal", () => {
  const entries = [begin(), proof, exchange("e-1"), judged, { ...proof, title: "the next one" } as Entry];
  const results = completed({ entries, results: resultsFrom(entries) });
  expect(results.get(title)).toMatchObject({ status: "passed" });
  expect(results.get("the next one")).toMatchObject({
    status: "skipped",
    statusDetails: { message: "the run ended before this proof did" },
  });
});

test("what is skipped says why: what is lacking, or that the proof is for other targets", () => {
  const why = "the profile lacks fixtures.service_id";
  const run = runOf({ kind: "untestable", title: "a service is read", ids: ["SRV-1"], why, applies: true });
  const skipped = { status: Status.SKIPPED };
  const results = completed(run, [
    tested("proofs SRV-1: a service is read", skipped),
    tested("proofs SRV-2: a service is read otherwise", skipped),
  ]);
  expect(results.get("a service is read")?.statusDetails.message).toBe(why);
  expect(results.get("a service is read otherwise")).toMatchObject({
    status: "skipped",
    statusDetails: { message: "other proofs judge this target" },
  });
});

test("a proof that stumbled over a mistake of ours is broken, and not skipped", () => {
  const why = "assay itself failed: TypeError";
  const run = runOf(proof, { kind: "untestable", title, ids: ["DICT-1"], why, applies: true, isOurFault: true });
  const results = completed(run, [tested(`proofs DICT-1 DICT-2: ${title}`, { status: Status.SKIPPED })]);
  expect(results.get(title)).toMatchObject({ status: "broken", statusDetails: { message: why } });
});

test("a requirement that each of several parts held is one result", () => {
  const rule = requirements.find(({ id }) => id === "ENV-1");
  const part = (): Run => ({
    ...runOf(proof, exchange("e-1"), judged),
    tested: [tested(`rules ENV-1: ${rule?.title}`)],
  });
  const results = completed(mergeRuns([part(), part()]));
  expect([...results.keys()].filter((name) => name.startsWith("ENV-1:"))).toHaveLength(1);
});

test("a proof that failed in one of two runs is one result that failed", () => {
  const runs = [runOf(proof, exchange("e-1"), finding("DICT-2", "e-1")), runOf(proof, exchange("e-1"), judged)];
  expect(completed(mergeRuns(runs)).get(title)).toMatchObject({ status: "failed", steps: [{}, {}] });
});

test("a certification's checks are results, and one that was killed is read from its journal", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-allure-test-"));
  const entries = [begin({ judges: "partner" }), exchange("r-1"), finding("INST-32", "r-1")];
  writeFileSync(join(folder, "journal.jsonl"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const run = readRun(folder);
  expect(run.results).toMatchObject({ kind: "partner", complete: false, verdict: "fail" });
  const [, result] = [...completed(run)].find(([name]) => name.startsWith("INST-32")) ?? [];
  expect(result).toMatchObject({
    status: "failed",
    titlePath: ["Certification checks"],
    steps: [{ status: "failed" }],
  });
  expect(resultsFrom([...entries, end])).not.toHaveProperty("complete");
});
