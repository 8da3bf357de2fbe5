// Run by action.yml: a command of assay with the action's inputs, and its outputs for the steps that follow.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../dist/cli/assay.js", import.meta.url));
const input = (name) => process.env[`ASSAY_${name.toUpperCase().replaceAll("-", "_")}`] ?? "";
const out = input("out") || "assay-report";

/** An option with an input's value; nothing where the input is empty. */
const option = (name) => (input(name) ? [`--${name}`, input(name)] : []);

const isSandbox = input("sandbox") === "true";

/** The arguments of each command, by what the action's inputs say. */
const commands = {
  run: () => [
    "run",
    "--out",
    out,
    ...(isSandbox ? ["--sandbox"] : option("target")),
    ...["depth", "seed", "only", "skip", "patience", "min-judged", "min-cells", "known", "shard"].flatMap(option),
  ],
  certify: () => ["certify", "--out", out, ...["partner", "key"].flatMap(option)],
  diff: () => ["diff", input("old"), input("new"), ...option("ignore"), "--markdown"],
  impact: () => ["impact", "--against", input("new"), ...["old", "pacts"].flatMap(option), "--markdown"],
  "can-i-deploy": () => [
    "can-i-deploy",
    "--against",
    input("new"),
    ...["old", "pacts", "ignore"].flatMap(option),
    "--markdown",
  ],
};

const needed = {
  run: isSandbox ? [] : ["target"],
  certify: ["partner"],
  diff: ["old", "new"],
  impact: ["new", "pacts"],
  "can-i-deploy": ["new", "pacts"],
};

/** Hands values to the steps that follow. */
const output = (values) => {
  if (!process.env.GITHUB_OUTPUT) return;
  const lines = Object.entries(values).map(([key, value]) => `${key}=${value}\n`);
  appendFileSync(process.env.GITHUB_OUTPUT, lines.join(""));
};

/** Ends with a mistake in the workflow. */
const refuse = (what) => {
  process.stdout.write(`::error::${what}\n`);
  process.exit(2);
};

const name = input("command") || "run";
// Each step of a job, and each job of a matrix, has an artifact of its own.
const parts = ["assay", name, process.env.GITHUB_JOB, input("job-index"), out];
output({
  artifact:
    input("artifact") ||
    parts
      .filter(Boolean)
      .join("-")
      .replace(/[^\w.]+/g, "-"),
});
if (!(name in commands)) refuse(`command: there is no ${name}; give ${Object.keys(commands).join(", ")}`);
if (isSandbox && input("target")) refuse("sandbox: true judges the embedded sandbox; leave out target, or sandbox");
for (const key of needed[name])
  if (!input(key)) refuse(`${key}: ${name} needs it${key === "target" ? ", unless sandbox is true" : ""}`);

mkdirSync(out, { recursive: true });
const isText = name !== "run" && name !== "certify";
const { status, stdout } = spawnSync(process.execPath, [program, ...commands[name]()], {
  stdio: ["ignore", isText ? "pipe" : "inherit", "inherit"],
  encoding: "utf8",
  maxBuffer: 64_000_000,
});
if (isText) {
  process.stdout.write(stdout);
  writeFileSync(join(out, `${name}.md`), stdout);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, stdout);
}
output(isText ? outputsOfText() : outputsOfRun());
process.exit(status ?? 2);

function outputsOfText() {
  const verdicts = { 0: "pass", 1: "fail" };
  return { verdict: verdicts[status ?? 2] ?? "", judged: "", failed: "", report: join(out, `${name}.md`) };
}

function outputsOfRun() {
  const file = join(out, "results.json");
  if (status === 2 || !existsSync(file)) return { verdict: "", judged: "", failed: "", report: "" };
  const { verdict, requirements } = JSON.parse(readFileSync(file, "utf8"));
  const count = (...outcomes) => requirements.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    verdict,
    judged: count("pass", "fail", "warn"),
    failed: count("fail"),
    report: join(out, "index.html"),
  };
}
