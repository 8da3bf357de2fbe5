// What action.yml runs: a command of assay with the action's inputs, and its outputs for the steps that follow.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../dist/cli/assay.js", import.meta.url));
const input = (name) => process.env[`ASSAY_${name.toUpperCase()}`] ?? "";
const out = input("out") || "reports/out";

/** An option with an input's value; nothing where the input is empty. */
const option = (name) => (input(name) ? [`--${name}`, input(name)] : []);

/** The arguments of each command, by what the action's inputs say. */
const commands = {
  run: () => ["run", "--out", out, ...["target", "depth", "seed", "known", "shard"].flatMap(option)],
  certify: () => ["certify", "--out", out, ...["partner", "key"].flatMap(option)],
  diff: () => ["diff", input("old"), input("new"), ...option("ignore"), "--markdown"],
};

const needed = { run: [], certify: ["partner"], diff: ["old", "new"] };

/** Ends with a mistake of whoever wrote the workflow. */
const refuse = (what) => {
  process.stdout.write(`::error::${what}\n`);
  process.exit(2);
};

const name = input("command") || "run";
if (!(name in commands)) refuse(`command: there is no ${name}; give run, certify or diff`);
for (const key of needed[name]) if (!input(key)) refuse(`${key}: ${name} needs it`);

mkdirSync(out, { recursive: true });
const keepsOutput = name === "diff";
const { status, stdout } = spawnSync(process.execPath, [program, ...commands[name]()], {
  stdio: ["ignore", keepsOutput ? "pipe" : "inherit", "inherit"],
  encoding: "utf8",
  maxBuffer: 64_000_000,
});
if (keepsOutput) {
  process.stdout.write(stdout);
  writeFileSync(join(out, "diff.md"), stdout);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, stdout);
}

/** What the steps that follow can ask for. */
const outputs = keepsOutput ? outputsOfDiff() : outputsOfRun();
if (process.env.GITHUB_OUTPUT)
  appendFileSync(
    process.env.GITHUB_OUTPUT,
    Object.entries(outputs)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(""),
  );
process.exit(status ?? 2);

function outputsOfDiff() {
  const verdicts = { 0: "pass", 1: "fail" };
  return { verdict: verdicts[status ?? 2] ?? "", judged: "", failed: "", report: join(out, "diff.md") };
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
