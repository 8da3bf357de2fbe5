import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { github, gitlab, project } from "./testing/pipelines.ts";
import { resultsIn } from "./testing/results.ts";

const { folder, sh } = project();

describe("the GitHub workflow", () => {
  test("judges in shards and joins them", async () => {
    const steps = Object.values(github.jobs).flatMap((job) => job.steps);
    const [judge, report] = steps.flatMap(({ run }) => (run?.startsWith("npx") ? [run] : []));
    const { shard: shards = [] } = github.jobs.judge?.strategy?.matrix ?? {};
    for (const shard of shards) {
      const { code, stderr } = await sh(judge ?? "", {
        SHARD: `${shard}/${shards.length}`,
        OUT: `reports/shard-${shard}`,
      });
      expect([0, 3], stderr).toContain(code);
    }
    expect((await sh(report ?? "")).code).toBe(0);
    expect(resultsIn(join(folder, "reports/out"))).toMatchObject({ verdict: "pass" });
    expect(resultsIn(join(folder, "reports/out")).complete).toBeUndefined();
  });
});

describe("the GitLab pipeline", () => {
  test("runs", async () => {
    const env = { CI_NODE_INDEX: "1", CI_NODE_TOTAL: String(gitlab.judge?.parallel) };
    for (const line of gitlab.judge?.script ?? []) expect([0, 3]).toContain((await sh(line, env)).code);
    for (const line of gitlab.report?.script ?? []) expect((await sh(line, env)).code).toBe(0);
    expect(existsSync(join(folder, "reports/out/junit.xml"))).toBe(true);
  });
});
