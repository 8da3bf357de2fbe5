import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournal } from "../record/journal.ts";
import type { Results } from "../record/results.ts";
import { assay } from "./testing/assay.ts";
import { start } from "./testing/running.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-report-"));
const resultsIn = (out: string) => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
const outcomesIn = (out: string) =>
  Object.fromEntries(resultsIn(out).requirements.map(({ id, outcome }) => [id, outcome]));
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

  test("do each proof once, and joined they tell what one run tells", async () => {
    const shards = parts.map((part, index) => ["--out", part, "--shard", `${index + 1}/3`]);
    const runs = await Promise.all(
      [...shards, ["--out", whole]].map((args) => assay(["run", "--depth", "quick", ...args])),
    );
    expect(runs.map((one) => one.stderr)).toEqual(["", "", "", ""]);
    const { code, stderr } = await assay(["report", ...parts, "--out", joined]);
    expect([code, stderr]).toEqual([0, ""]);

    expect(parts.flatMap(proofsIn).toSorted()).toEqual(proofsIn(whole).toSorted());
    expect(Math.min(...parts.map((part) => proofsIn(part).length))).toBeGreaterThan(20);

    expect(outcomesIn(joined)).toEqual(outcomesIn(whole));
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
    const tls = shown.find((one) => one.links.some(({ url }) => url === "index.html#TLS-1"));
    expect(tls).toMatchObject({
      status: "skipped",
      statusDetails: { message: expect.stringContaining("TLS") as unknown },
    });
  });

  test("are one run in the history, however often it is reported, and a second run is a second", async () => {
    const history = () => readFileSync(join(joined, "allure-history.jsonl"), "utf8").trim().split("\n").length;
    await assay(["report", joined]);
    expect(history()).toBe(1);
    await assay(["report", whole, "--out", joined]);
    expect(history()).toBe(2);
  });
});

test("a run that was killed is reported from its journal, marked incomplete", async () => {
  let asked = 0;
  const country = {
    id: 1,
    title: "Latvia",
    full_title: "Republic of Latvia",
    iso_code: "LVA",
    phone_code: "+371",
    phone_template: "",
    phone_example: "",
    currency: "€",
    exchange: 1,
    lang_id: 4,
    group_type: 1,
    is_eu: true,
  };
  const third = new Promise<void>((reached) => {
    const server = createServer((_, response) => {
      if (++asked > 2) return reached();
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ success: true, data: [country], meta: [] }));
    }).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      writeFileSync(
        join(folder, "target.yaml"),
        `name: dying\nurls: { base_url: "http://127.0.0.1:${port}/api/v1" }\ncredentials: { partner_token: secret-token }\n`,
      );
      server.unref();
    });
  });
  await new Promise((listening) => setTimeout(listening, 100));
  const out = join(folder, "killed");
  const running = start(["run", "--target", join(folder, "target.yaml"), "--out", out]);
  await third;
  expect(await running.stop("SIGKILL")).toBe("SIGKILL");
  expect(readdirSync(out)).toEqual(["journal.jsonl"]);

  const { code, stdout } = await assay(["report", out]);
  expect(code).toBe(0);
  expect(stdout).toContain("dying: not conformant (interrupted)");
  expect(resultsIn(out)).toMatchObject({ complete: false, verdict: "fail", seed: 42, requests: 2 });
  expect(outcomesIn(out)).toMatchObject({ "DICT-2": "fail" });
  expect(readFileSync(join(out, "index.html"), "utf8")).toContain("did not come to its end");
  expect(allureIn(out)).toContainEqual(expect.objectContaining({ status: "failed" }));
});

test("a build on GitHub is told the summary and an annotation for each breach", async () => {
  const summary = join(folder, "step-summary.md");
  const { stderr } = await assay(["report", join(folder, "killed")], { env: { GITHUB_STEP_SUMMARY: summary } });
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
    /^assay: option '--shard <i\/n>' argument '3\/2' is invalid\. give a part and how many there are, such as 1\/4\.\n$/,
  ],
])("%j says what to mend and exits with 2", async (args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
});
