import { describe, expect, test } from "vitest";
import { action, envName, github, gitlab, judging, kubernetes } from "../testing/pipelines.ts";

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
});

describe("the action", () => {
  test("is composite, and every step that runs something names its shell", () => {
    expect(action.runs.using).toBe("composite");
    for (const step of action.runs.steps) expect(step.uses ?? step.shell).toBeTruthy();
  });

  test("hands every input to its step, and has an output for whatever the step reports", () => {
    const names = Object.keys(action.inputs).map(envName);
    expect(Object.keys(judging?.env ?? {})).toEqual([...names, envName("job-index")]);
    expect(Object.keys(action.outputs)).toEqual(["verdict", "judged", "failed", "report", "artifact"]);
  });
});
