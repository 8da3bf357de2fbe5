import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { parseDocument } from "yaml";
import { packageFile } from "../../base/package-file.ts";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { type Ended, end } from "./assay.ts";
import { answering, stubProfile } from "./stub-provider.ts";

/** A pipeline file as it is parsed; one that is no YAML fails the test that reads it. */
function pipeline<T>(file: string): T {
  const document = parseDocument(readFileSync(packageFile(file), "utf8"));
  expect(document.errors).toEqual([]);
  return document.toJS() as T;
}

export interface Step {
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
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

export const github = pipeline<Workflow>("examples/ci/github.yml");
export const gitlab = pipeline<Pipeline>("examples/ci/gitlab.yml");
export const kubernetes = pipeline<Job>("examples/ci/kubernetes.yaml");
export const action = pipeline<{
  inputs: Record<string, { default: string }>;
  outputs: Record<string, object>;
  runs: { using: string; steps: Step[] };
}>("action.yml");

/** The step of the action that judges. */
export const judging: Step | undefined = action.runs.steps.find(({ run }) => run?.includes("action.mjs"));

/** The variable that hands an input to the step. */
export const envName = (input: string): string => `ASSAY_${input.toUpperCase().replaceAll("-", "_")}`;

/** The output of the action's step, and the values that it sets. */
interface Performed extends Ended {
  outputs: object;
}

interface Project {
  folder: string;
  sh: (command: string, env?: Record<string, string>) => Promise<Ended>;
  /** Runs the action's step as GitHub does, with some inputs and the defaults of the others. */
  perform: (inputs: Record<string, string>) => Promise<Performed>;
}

/** A project that has assay installed, and a provider for its pipelines to judge; both are there while a file's tests run. */
export function project(): Project {
  const folder = mkdtempSync(join(tmpdir(), "assay-ci-"));
  const server = createServer(answering(envelope([country])));
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, "assay.yaml"), JSON.stringify(stubProfile(url)));
    // `npx assay` of a project that has it installed, and an `npm ci` that has nothing left to do.
    mkdirSync(join(folder, "bin"));
    const program = packageFile("dist/cli/assay.js");
    writeFileSync(join(folder, "bin", "npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`);
    writeFileSync(join(folder, "bin", "npm"), "#!/bin/sh\n");
    for (const name of ["npx", "npm"]) chmodSync(join(folder, "bin", name), 0o755);
  });
  afterAll(() => server.close());
  const sh: Project["sh"] = (command, env = {}) =>
    end("bash", ["-c", `set -e\n${command}`], {
      cwd: folder,
      env: { PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`, ...env },
    });
  const perform: Project["perform"] = async (inputs) => {
    const given = Object.entries(action.inputs).map(([name, { default: usual }]) => [name, inputs[name] ?? usual]);
    const file = join(mkdtempSync(join(folder, "step-")), "outputs");
    const env = Object.fromEntries(given.map(([name, value]) => [envName(String(name)), String(value)]));
    const root = dirname(packageFile("package.json"));
    const ended = await sh(judging?.run ?? "", { ...env, GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: file });
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return { ...ended, outputs: Object.fromEntries(lines.map((line) => line.split("="))) as object };
  };
  return { folder, sh, perform };
}
