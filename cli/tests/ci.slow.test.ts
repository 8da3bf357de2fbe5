import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { github, gitlab, kubernetes, project } from "../testing/pipelines.ts";
import { resultsIn } from "../testing/results.ts";

const { folder, sh, perform } = project();

describe("the GitHub workflow", () => {
  test("judges in shards and joins them", async () => {
    const steps = Object.values(github.jobs).flatMap((job) => job.steps);
    const [judge, report] = steps.flatMap(({ run }) => (run?.startsWith("npx") ? [run] : []));
    const { shard: shards = [] } = github.jobs.judge?.strategy?.matrix ?? {};
    for (const shard of shards) {
      const { code, stderr } = await sh(judge ?? "", {
        SHARD: `${shard}/${shards.length}`,
        OUT: `shards/shard-${shard}`,
      });
      expect([0, 3], stderr).toContain(code);
    }
    expect((await sh(report ?? "")).code).toBe(0);
    expect(resultsIn(join(folder, "assay-report"))).toMatchObject({ verdict: "pass" });
    expect(resultsIn(join(folder, "assay-report")).complete).toBeUndefined();
  });
});

describe("the GitLab pipeline", () => {
  test("runs", async () => {
    const env = { CI_NODE_INDEX: "1", CI_NODE_TOTAL: String(gitlab.judge?.parallel) };
    for (const line of gitlab.judge?.script ?? []) expect([0, 3]).toContain((await sh(line, env)).code);
    for (const line of gitlab.report?.script ?? []) expect((await sh(line, env)).code).toBe(0);
    expect(existsSync(join(folder, "assay-report/junit.xml"))).toBe(true);
  });
});

describe("the Kubernetes Job", () => {
  test("runs", async () => {
    const [command = ""] = kubernetes.spec.template.spec.containers[0]?.args ?? [];
    const { code, stderr } = await sh(command.replaceAll("/reports", join(folder, "volume")), {
      JOB_COMPLETION_INDEX: "0",
      SHARDS: "4",
    });
    expect(code, stderr).toBe(0);
    expect(existsSync(join(folder, "volume/shard-0/results.json"))).toBe(true);
  });
});

describe("the action", () => {
  test("judges with its inputs, and reports the steps that follow", async () => {
    const { code, outputs } = await perform({ target: "assay.yaml", depth: "quick", seed: "7", out: "reports/action" });
    expect(code).toBe(0);
    expect(outputs).toEqual({
      verdict: "pass",
      judged: expect.stringMatching(/^\d+$/) as string,
      failed: "0",
      report: "reports/action/index.html",
      artifact: "assay-run-reports-action",
    });
    expect(resultsIn(join(folder, "reports/action"))).toMatchObject({ seed: 7, depth: "quick" });
  });

  test("compares two versions, and certifies", async () => {
    const [before, after] = ["before", "after"].map((name) => packageFile(`examples/regression/${name}.yaml`));
    const { code, outputs } = await perform({
      command: "diff",
      old: before ?? "",
      new: after ?? "",
      out: "reports/diff",
    });
    expect([code, outputs]).toEqual([
      1,
      {
        verdict: "fail",
        judged: "",
        failed: "",
        report: "reports/diff/diff.md",
        artifact: "assay-diff-reports-diff",
      },
    ]);
    writeFileSync(join(folder, "partner.yaml"), JSON.stringify({ name: "nobody", claims: ["webhooks"] }));
    const certified = await perform({ command: "certify", partner: "partner.yaml", out: "reports/certify" });
    expect([certified.code, certified.outputs]).toEqual([
      3,
      expect.objectContaining({ verdict: "inconclusive", failed: "0" }),
    ]);
  });

  test("reports what is wrong with its inputs", async () => {
    expect(await perform({ command: "dance" })).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("give run, certify, diff, impact, can-i-deploy") as string,
    });
    expect(await perform({ command: "diff" })).toMatchObject({ code: 2, stdout: "::error::old: diff needs it\n" });
  });

  test("never judges the embedded sandbox in place of a forgotten target", async () => {
    expect(await perform({})).toMatchObject({
      code: 2,
      stdout: "::error::target: run needs it, unless sandbox is true\n",
    });
    const { code, stdout, outputs } = await perform({ sandbox: "true", only: "DICT-1", out: "reports/embedded" });
    expect(stdout).toMatch(/^judging the embedded sandbox\n/);
    expect([code, outputs]).toEqual([0, expect.objectContaining({ artifact: "assay-run-reports-embedded" })]);
  });

  test("ends with 3 where less was judged than min-judged asks for", async () => {
    const { code } = await perform({ target: "assay.yaml", "min-judged": "90%", only: "DICT,CUR", out: "reports/few" });
    expect(code).toBe(3);
  });
});
