import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { readJournal } from "../../record/journal/read-journal.ts";
import { allureIn } from "../testing/allure.ts";
import { assay, type Ended } from "../testing/assay.ts";
import { outcomesOf, resultsIn } from "../testing/results.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-report-"));

describe("three parts of a run of the embedded sandbox", () => {
  const parts = [1, 2, 3].map((part) => join(folder, `part-${part}`));
  const [whole, joined] = [join(folder, "whole"), join(folder, "joined")];
  const proofsIn = (out: string) =>
    readJournal(join(out, "journal.jsonl"))
      .filter((entry) => entry.kind === "proof")
      .map(({ title, ids }) => `${title}: ${ids.join(" ")}`);

  let runs: Ended[];
  let reported: Ended;
  beforeAll(async () => {
    const shards = parts.map((part, index) => ["--out", part, "--shard", `${index + 1}/3`]);
    runs = await Promise.all(
      [...shards, ["--out", whole]].map((args) =>
        assay(["run", "--depth", "quick", "--only", "INST,CUR,CLI,TLS", ...args]),
      ),
    );
    reported = await assay(["report", ...parts, "--out", joined]);
  });

  test("do each proof once", () => {
    expect(runs.map(({ stderr }) => stderr)).toEqual(["", "", "", ""]);
    expect(parts.flatMap(proofsIn).toSorted()).toEqual(proofsIn(whole).toSorted());
    expect(Math.min(...parts.map((part) => proofsIn(part).length))).toBeGreaterThan(15);
  });

  test("say when joined what one run says", () => {
    expect([reported.code, reported.stderr]).toEqual([0, ""]);
    expect(outcomesOf(resultsIn(joined))).toEqual(outcomesOf(resultsIn(whole)));
    expect(resultsIn(joined)).not.toHaveProperty("complete");
    expect(resultsIn(joined).requests).toBe(parts.reduce((sum, part) => sum + resultsIn(part).requests, 0));
  });

  test("are not complete without one of them, and the report says which", async () => {
    const { code, stderr } = await assay(["report", ...parts.slice(1), "--out", join(folder, "lacking")]);
    expect([code, stderr]).toEqual([3, "assay: the report is not complete: 1 part missing (1/3)\n"]);
    expect(resultsIn(join(folder, "lacking"))).toMatchObject({ complete: false });
  });

  test("are reported with everything that a run's folder holds", () => {
    expect(readdirSync(joined).toSorted()).toEqual(
      [
        "allure-history.jsonl",
        "allure-results",
        "allure.html",
        "badge.svg",
        "ctrf.json",
        "exchanges.har",
        "index.html",
        "journal.jsonl",
        "junit.xml",
        "results.json",
        "summary.md",
      ].toSorted(),
    );
  });

  test("leave results for Allure, and joined they are one for each proof and rule", () => {
    for (const part of parts) expect(allureIn(part).length).toBeGreaterThan(15);
    const [shown, alone] = [joined, whole].map((out) =>
      allureIn(out)
        .map(({ fullName }) => fullName)
        .toSorted(),
    );
    expect(new Set(shown).size).toBe(shown?.length);
    expect(shown).toEqual(alone);
  });

  test("show in Allure with area, severity, links, parameters and steps", () => {
    const shown = allureIn(joined);
    const granted = shown.find(({ name }) => name === "a second application at a Location");
    expect(granted).toMatchObject({
      labels: expect.arrayContaining([
        { name: "epic", value: "Proofs" },
        { name: "severity", value: "critical" },
        { name: "tag", value: "INST-1" },
      ]) as unknown,
      parameters: expect.arrayContaining([{ name: "seed", value: "42", excluded: true }]) as unknown,
    });
    expect(granted?.steps.map(({ name }) => name)).toContainEqual(expect.stringMatching(/grantAccess: POST .+ → 201/));
    const tls = shown.find(({ links }) => links.some(({ url }) => url === "index.html#TLS-1"));
    expect(tls).toMatchObject({
      status: "skipped",
      statusDetails: { message: expect.stringContaining("TLS") as unknown },
    });
  });

  test("are one run in the history, however often it is reported, and a second run is a second", async () => {
    const out = join(folder, "history");
    cpSync(joined, out, { recursive: true });
    const history = () => readFileSync(join(out, "allure-history.jsonl"), "utf8").trim().split("\n").length;
    await assay(["report", out]);
    expect(history()).toBe(1);
    await assay(["report", whole, "--out", out]);
    expect(history()).toBe(2);
  });
});

test("a folder of contracts alone is reported as contracts, not as a provider", async () => {
  const out = join(folder, "contracts");
  const verify = ["contracts", "verify", "--pact", packageFile("contracts/pacts/service-reader.json"), "--out", out];
  expect((await assay(verify)).code).toBe(0);
  const { code, stdout } = await assay(["report", out]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^embedded sandbox: all contracts hold\n2 interactions of 1 consumer: 2 hold/);
  expect((await assay(["report", out, "--quiet"])).stdout).toBe("embedded sandbox: all contracts hold\n");
});
