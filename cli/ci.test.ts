import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { packageFile } from "../base/package-file.ts";
import type { Results } from "../record/results.ts";
import { country, envelope, failure } from "../specs/samples.test-data.ts";
import { end } from "./testing/assay.ts";

/** A pipeline file as it is parsed; one that is no YAML fails the test that reads it. */
function pipeline<T>(file: string): T {
  const document = parseDocument(readFileSync(packageFile(file), "utf8"));
  expect(document.errors).toEqual([]);
  return document.toJS() as T;
}

interface Step {
  uses?: string;
  run?: string;
  shell?: string;
}
interface Workflow {
  on: object;
  jobs: Record<
    string,
    { "runs-on": string; needs?: string; steps: Step[]; strategy?: { matrix: { shard: number[] } } }
  >;
}
type Pipeline = Record<string, { stage: string; script: string[]; parallel?: number }> & { stages: string[] };
interface Job {
  apiVersion: string;
  kind: string;
  spec: {
    completions: number;
    parallelism: number;
    completionMode: string;
    template: { spec: { containers: { args: string[]; env: { name: string; value: string }[] }[] } };
  };
}

const github = pipeline<Workflow>("examples/ci/github.yml");
const gitlab = pipeline<Pipeline>("examples/ci/gitlab.yml");
const kubernetes = pipeline<Job>("examples/ci/kubernetes.yaml");
const action = pipeline<{ inputs: Record<string, object>; runs: { using: string; steps: Step[] } }>("action.yml");

const folder = mkdtempSync(join(tmpdir(), "assay-ci-"));
const token = "secret-token";
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isIn = request.headers.authorization === `Bearer ${token}`;
    response.writeHead(isIn ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isIn ? envelope([country]) : failure("Authentication needed.")));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  writeFileSync(join(folder, "assay.yaml"), `urls: { base_url: "${url}" }\ncredentials: { partner_token: ${token} }\n`);
  // `npx assay` of a project that has it installed, and an `npm ci` that has nothing left to do.
  mkdirSync(join(folder, "bin"));
  const program = packageFile("dist/cli/assay.js");
  writeFileSync(join(folder, "bin", "npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`);
  writeFileSync(join(folder, "bin", "npm"), "#!/bin/sh\n");
  for (const name of ["npx", "npm"]) chmodSync(join(folder, "bin", name), 0o755);
});
afterAll(() => server.close());

const sh = (command: string, env: Record<string, string>) =>
  end("bash", ["-c", `set -e\n${command}`], {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`, ...env },
  });
const results = (out: string) => JSON.parse(readFileSync(join(folder, out, "results.json"), "utf8")) as Results;

describe("the GitHub workflow", () => {
  const steps = Object.values(github.jobs).flatMap((job) => job.steps);

  test("has jobs whose steps either use or run something, and needs only jobs that are there", () => {
    expect(github.on).toBeTruthy();
    for (const { needs, steps: own, "runs-on": runner } of Object.values(github.jobs)) {
      expect(runner).toBeTruthy();
      if (needs) expect(github.jobs).toHaveProperty(needs);
      for (const step of own) expect([step.uses, step.run].filter(Boolean)).toHaveLength(1);
    }
  });

  test("judges in shards and joins them", async () => {
    const [judge, report] = steps.flatMap(({ run }) => (run?.startsWith("npx") ? [run] : []));
    const { shard: shards = [] } = github.jobs.judge?.strategy?.matrix ?? {};
    for (const shard of shards) {
      const { code, stderr } = await sh(judge ?? "", {
        SHARD: `${shard}/${shards.length}`,
        OUT: `reports/shard-${shard}`,
      });
      expect([0, 3], stderr).toContain(code);
    }
    expect((await sh(report ?? "", {})).code).toBe(0);
    expect(results("reports/out")).toMatchObject({ verdict: "pass" });
    expect(results("reports/out").complete).toBeUndefined();
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

  test("runs", async () => {
    const env = { CI_NODE_INDEX: "1", CI_NODE_TOTAL: String(jobs.judge?.parallel) };
    for (const line of jobs.judge?.script ?? []) expect([0, 3]).toContain((await sh(line, env)).code);
    for (const line of jobs.report?.script ?? []) expect((await sh(line, env)).code).toBe(0);
    expect(existsSync(join(folder, "reports/out/junit.xml"))).toBe(true);
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

  test("judges with its inputs", async () => {
    const command = action.runs.steps.find(({ run }) => run?.includes("assay.js"))?.run ?? "";
    const root = dirname(packageFile("package.json"));
    const env = {
      GITHUB_ACTION_PATH: root,
      TARGET: "assay.yaml",
      DEPTH: "quick",
      SEED: "7",
      KNOWN: "",
      SHARD: "",
      OUT: "reports/action",
    };
    expect((await sh(command, env)).code).toBe(0);
    expect(results("reports/action")).toMatchObject({ seed: 7, depth: "quick" });
  });
});
