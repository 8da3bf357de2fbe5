import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ContractResult } from "../contract-result.ts";
import { writeResults } from "../results.ts";
import { contractOf } from "../testing/contracts.ts";
import { exchange, runOf } from "../testing/runs.ts";
import { joinChecked, joinVerified, type VerifiedContracts } from "./join-contracts.ts";

const contract = (interaction: string, outcome: ContractResult["outcome"] = "pass"): ContractResult =>
  contractOf(outcome, { interaction, ...(outcome === "pass" ? {} : { reason: "it differs" }) });
const checked = (interaction: string, outcome: ContractResult["outcome"] = "pass"): ContractResult => ({
  ...contract(interaction, outcome),
  against: "specification",
});
const facts = (contracts: ContractResult[], name = "staging"): VerifiedContracts => ({
  target: { name, urls: { base_url: "http://127.0.0.1:8080/api/v1" } },
  contracts,
  requests: 3,
  seed: 7,
  started: "2026-01-02T03:04:05.678Z",
  isComplete: true,
});
const newFolder = () => mkdtempSync(join(tmpdir(), "assay-contracts-"));
const run = runOf(exchange("e-1"), { kind: "judged", ids: ["DICT-1"] });
const folderOfRun = () => {
  const folder = newFolder();
  writeResults(folder, run.results);
  return folder;
};

test("contracts alone make results of their own, in which no requirement is judged", () => {
  const results = joinVerified(newFolder(), facts([contract("reads")]));
  expect(results).toMatchObject({
    verdict: "pass",
    subject: { name: "staging", urls: { base_url: "http://127.0.0.1:8080/api/v1" } },
    seed: 7,
    requests: 3,
    started: "2026-01-02T03:04:05.678Z",
    contracts: [{ interaction: "reads" }],
  });
  expect(new Set(results.requirements.filter(({ level }) => level !== "open").map(({ reason }) => reason))).toEqual(
    new Set(["only contracts were judged; `assay run` judges it"]),
  );
});

test("a verification that was interrupted says so", () => {
  const interrupted = { ...facts([contract("reads")]), isComplete: false };
  expect(joinVerified(newFolder(), interrupted)).toMatchObject({ complete: false });
});

test("verified contracts join the run of the same subject, and fail it where they fail", () => {
  expect(joinVerified(folderOfRun(), facts([contract("reads")]))).toMatchObject({ verdict: "pass", requests: 1 });
  expect(joinVerified(folderOfRun(), facts([contract("reads", "fail")]))).toMatchObject({ verdict: "fail" });
});

test("verified contracts replace the run of another subject", () => {
  const results = joinVerified(folderOfRun(), facts([contract("reads")], "production"));
  expect(results).toMatchObject({ subject: { name: "production" }, requests: 3 });
});

test("checked contracts join a run, and leave its verdict alone", () => {
  const results = joinChecked(folderOfRun(), [checked("reads", "fail")], "2026-01-02T03:04:05.678Z");
  expect(results).toMatchObject({ verdict: "pass", requests: 1, contracts: [{ outcome: "fail" }] });
});

test("checked contracts alone are judged automatically", () => {
  const results = joinChecked(newFolder(), [checked("reads", "fail")], "2026-01-02T03:04:05.678Z");
  expect(results).toMatchObject({ verdict: "fail", subject: { name: "the specification" }, requests: 0 });
});

test("pacts without interactions are compatible, and leave nothing to verify", () => {
  expect(joinChecked(newFolder(), [], "2026-01-02T03:04:05.678Z")).toMatchObject({ verdict: "pass", contracts: [] });
  expect(joinVerified(newFolder(), facts([]))).toMatchObject({ verdict: "inconclusive", contracts: [] });
});

test("contracts that are verified again replace those before, and keep what was checked", () => {
  const folder = newFolder();
  writeResults(folder, joinChecked(folder, [checked("is checked")], "2026-01-02T03:04:05.678Z"));
  writeResults(folder, joinVerified(folder, facts([contract("is verified")])));
  const results = joinVerified(folder, facts([contract("is verified again")]));
  expect(results.contracts?.map(({ interaction }) => interaction)).toEqual(["is verified again", "is checked"]);
});

test("results that cannot be read are written anew", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "results.json"), "not JSON");
  expect(joinVerified(folder, facts([contract("reads")]))).toMatchObject({ verdict: "pass" });
});
