import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { action, github, gitlab, judging, kubernetes, project } from "./testing/pipelines.ts";
import { resultsIn } from "./testing/results.ts";

const { folder, sh, perform } = project();

describe("the GitHub workflow", () => {
  test("has jobs whose steps either use or run something, and needs only jobs that are there", () => {
    expect(github.on).toBeTruthy();
    for (const { needs, steps: own, "runs-on": runner } of Object.values(github.jobs)) {
      expect(runner).toBeTruthy();
      if (needs) expect(github.jobs).toHaveProperty(needs);
      for (const step of own) expect([step.uses, step.run].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe("the GitLab pipeline", () => {
  const { stages, ...jobs } = gitlab;

  test("has jobs in stages that are there, each with a script", () => {
    for (const { stage, script } of Object.values(jobs)) {
      expect(stages).toContain(stage);
      expect(script.length).toBeGreaterThan(0);
    }
  });
});

describe("the Kubernetes Job", () => {
  test("is indexed, and has as many pods as shards", () => {
    const { completions, parallelism, completionMode, template } = kubernetes.spec;
    expect([kubernetes.apiVersion, kubernetes.kind, completionMode]).toEqual(["batch/v1", "Job", "Indexed"]);
    const shards = template.spec.containers[0]?.env.find(({ name }) => name === "SHARDS")?.value;
    expect([String(completions), String(parallelism)]).toEqual([shards, shards]);
  });

  test("runs", async () => {
    const [command = ""] = kubernetes.spec.template.spec.containers[0]?.args ?? [];
    const { code, stderr } = await sh(command.replaceAll("/reports", join(folder, "volume")), {
      JOB_COMPLETION_INDEX: "0",
      SHARDS: "4",
    });
    expect([0, 3], stderr).toContain(code);
    expect(existsSync(join(folder, "volume/shard-0/results.json"))).toBe(true);
  });
});

describe("the action", () => {
  test("is composite, and every step that runs something names its shell", () => {
    expect(action.runs.using).toBe("composite");
    for (const step of action.runs.steps) expect(step.uses ?? step.shell).toBeTruthy();
  });

  test("hands every input to its step, and has an output for whatever the step tells", () => {
    const names = Object.keys(action.inputs).map((name) => `ASSAY_${name.toUpperCase()}`);
    expect(Object.keys(judging?.env ?? {})).toEqual(names);
    expect(Object.keys(action.outputs)).toEqual(["verdict", "judged", "failed", "report"]);
  });

  test("judges with its inputs, and tells the steps that follow", async () => {
    const { code, outputs } = await perform({ target: "assay.yaml", depth: "quick", seed: "7", out: "reports/action" });
    expect(code).toBe(0);
    expect(outputs).toEqual({
      verdict: "pass",
      judged: expect.stringMatching(/^\d+$/) as string,
      failed: "0",
      report: "reports/action/index.html",
    });
    expect(resultsIn(join(folder, "reports/action"))).toMatchObject({ seed: 7, depth: "quick" });
  });
});
