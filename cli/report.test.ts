import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readJournal } from "../record/journal.ts";
import { country, envelope } from "../specs/samples.test-data.ts";
import { assay, type Ended } from "./testing/assay.ts";
import { startProcess } from "./testing/processes.ts";
import { outcomesOf, resultsIn } from "./testing/results.ts";
import { answering, stubTarget } from "./testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-report-"));
interface AllureResult {
  name: string;
  fullName: string;
  status: string;
  labels: { name: string; value: string }[];
  links: { url: string }[];
  steps: { name: string }[];
}
const allureIn = (out: string) =>
  readdirSync(join(out, "allure-results"))
    .filter((name) => name.endsWith("-result.json"))
    .map((name) => JSON.parse(readFileSync(join(out, "allure-results", name), "utf8")) as AllureResult);

describe("three parts of a run", () => {
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
    runs = await Promise.all([...shards, ["--out", whole]].map((args) => assay(["run", "--depth", "quick", ...args])));
    reported = await assay(["report", ...parts, "--out", joined]);
  });

  test("do each proof once", () => {
    expect(runs.map(({ stderr }) => stderr)).toEqual(["", "", "", ""]);
    expect(parts.flatMap(proofsIn).toSorted()).toEqual(proofsIn(whole).toSorted());
    expect(Math.min(...parts.map((part) => proofsIn(part).length))).toBeGreaterThan(20);
  });

  test("tell when joined what one run tells", () => {
    expect([reported.code, reported.stderr]).toEqual([0, ""]);
    expect(outcomesOf(resultsIn(joined))).toEqual(outcomesOf(resultsIn(whole)));
    expect(resultsIn(joined)).not.toHaveProperty("complete");
    expect(resultsIn(joined).requests).toBe(parts.reduce((sum, part) => sum + resultsIn(part).requests, 0));
  });

  test("are reported with everything that a run's folder holds", () => {
    expect(readdirSync(joined).toSorted()).toEqual(
      [
        "allure-history.jsonl",
        "allure-results",
        "allure.html",
        "badge.svg",
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
    for (const part of parts) expect(allureIn(part).length).toBeGreaterThan(20);
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
    const granted = shown.find(({ name }) => name === "a second application can be connected to a Location");
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

test("a run that was killed is reported from its journal, marked incomplete, and GitHub is told", async () => {
  const out = join(folder, "killed");
  let requests = 0;
  let ask = () => {};
  const isAskedAgain = new Promise<void>((over) => (ask = over));
  const odd = answering(envelope([{ ...country, iso_code: "LVA" }]));
  const target = await stubTarget((request, response) => {
    if (++requests > 2) ask();
    else odd(request, response);
  }, "dying");
  const running = startProcess(["run", "--target", target, "--out", out]);
  await isAskedAgain;
  expect(await running.stop("SIGKILL")).toBe("SIGKILL");
  expect(readdirSync(out)).toEqual(["journal.jsonl"]);

  const summary = join(folder, "step-summary.md");
  const { code, stdout, stderr } = await assay(["report", out], { env: { GITHUB_STEP_SUMMARY: summary } });
  expect(code).toBe(0);
  expect(stdout).toContain("dying: not conformant (interrupted)");
  expect(resultsIn(out)).toMatchObject({ complete: false, verdict: "fail", seed: 42, requests: 2 });
  expect(outcomesOf(resultsIn(out))).toMatchObject({ "DICT-2": "fail" });
  expect(readFileSync(join(out, "index.html"), "utf8")).toContain("did not come to its end");
  expect(allureIn(out)).toContainEqual(expect.objectContaining({ status: "failed" }));
  expect(stderr).toMatch(/^::error title=DICT-2::found the string "LVA"/m);
  expect(readFileSync(summary, "utf8")).toContain("### fail DICT-2");
});

mkdirSync(join(folder, "other"));
writeFileSync(join(folder, "other/results.json"), '{"format":"assay-diff/1"}');

test.each([
  [
    ["report", join(folder, "other")],
    /^assay: .+other\/results\.json: format: these are not the results of a run \(assay-results\/1\); give a folder that a run wrote\n$/,
  ],
  [
    ["report", join(folder, "nothing")],
    /^assay: .+nothing: there is neither a results\.json nor the journal\.jsonl of a run; give a folder that a run wrote \(--out\)\n$/,
  ],
  [
    ["report", folder, join(folder, "a"), "--out", folder],
    /^assay: --out: .+ is one of the runs to join; name another folder\n$/,
  ],
  [
    ["run", "--shard", "3/2"],
    /^assay: option '--shard <i\/n>' argument '3\/2' is invalid\. Give a part and the number of parts, such as 1\/4\.\n$/,
  ],
])("%j says what to mend and exits with 2", async (args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
});
