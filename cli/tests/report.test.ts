import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { allureIn } from "../testing/allure.ts";
import { assay, assayProcess } from "../testing/assay.ts";
import { startProcess } from "../testing/processes.ts";
import { outcomesOf, resultsIn } from "../testing/results.ts";
import { answering, stubTarget } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-report-"));

test("a run that was killed is reported from its journal, marked incomplete, and GitHub is reported", async () => {
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
  expect(readdirSync(out)).toEqual([".assay.lock", "journal.jsonl"]);

  const summary = join(folder, "step-summary.md");
  const { code, stdout, stderr } = await assay(["report", out], { env: { GITHUB_STEP_SUMMARY: summary } });
  expect(code).toBe(1);
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
])("%j says what to fix and exits with 2", async (args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
});

test("a stored journal is judged again without a target, beside what was found first", async () => {
  const out = join(folder, "stored");
  const target = await stubTarget(answering(envelope([{ ...country, iso_code: "LVA" }])), "stored");
  expect((await assay(["run", "--target", target, "--out", out, "--only", "DICT-2"])).code).toBe(1);
  const { code, stdout } = await assay(["report", out, "--judge-again"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^judged again from its journal by assay \S+ \(\w+\), without sending anything; judged first by assay/m,
  );
  expect(stdout).toContain("nothing was sent again: every change is the suite's");
  const [first, again] = [resultsIn(out), resultsIn(join(out, "judged-again"))];
  expect(again).toMatchObject({ verdict: "fail", judgedAgain: { first: first.suite, lacks: [] } });
  expect(first).not.toHaveProperty("judgedAgain");
  expect(outcomesOf(again)).toEqual(outcomesOf(first));

  const refused = await assay(["report", out, "--judge-again", "--out", out]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("has the run as it was judged first; name another folder");
});

test("without a folder, report and replay read assay-report, or where it does not exist, the folder of earlier versions", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "assay-usual-"));
  const judge = (...args: string[]) => assayProcess(["run", "--sandbox", "--only", "DICT-1", ...args], { cwd });
  expect((await judge("--out", "reports/out")).code).toBe(0);
  expect((await assayProcess(["report"], { cwd })).stdout).toContain("results: reports/out/results.json\n");
  expect((await assayProcess(["replay"], { cwd })).stderr).toContain("reports/out: ");
  expect((await judge()).stdout).toContain("results: assay-report/results.json\n");
  expect((await assayProcess(["report"], { cwd })).stdout).toContain("results: assay-report/results.json\n");
});
