// Kills run, certify and report at random moments, and looks at what is left: node lab/death.mjs [MOMENTS] [SEED]
// Everything recorded must be there, a run that looks complete must be complete, nothing may run on, and the next run must not notice.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const program = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli/assay.js");
const [moments = 50, seed = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "assay-death-"));
const wrong = [];

/** A small generator of pseudo-random numbers between 0 and 1, so that a failure can be repeated. */
let state = seed;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

const assay = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });

/** Runs a command, and kills it after so many milliseconds; returns whether it had ended before. */
async function killed(args, after) {
  const child = spawn(process.execPath, [program, ...args], { stdio: "ignore" });
  const ended = new Promise((end) => child.once("exit", () => end(true)));
  const isOver = await Promise.race([ended, sleep(after).then(() => false)]);
  child.kill("SIGKILL");
  await ended;
  return isOver;
}

/** The time that a command takes, in milliseconds. */
function lasting(...args) {
  const began = performance.now();
  assay(...args);
  return performance.now() - began;
}

const expect = (isRight, what) => {
  if (!isRight) wrong.push(what);
};

/** Checks that files that look whole are whole. */
function checkFolder(out, when) {
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    const text = () => readFileSync(join(out, name), "utf8");
    if (name.endsWith(".html")) expect(/<\/html>\s*$/.test(text()), `${when}: ${name} is cut off`);
    if (name.endsWith(".json")) expect(isJson(text()), `${when}: ${name} is cut off`);
    if (name.endsWith(".xml")) expect(/<\/testsuites>\s*$/.test(text()), `${when}: ${name} is cut off`);
  }
  const results = join(out, "results.json");
  if (!existsSync(results)) return;
  const isComplete = JSON.parse(readFileSync(results, "utf8")).complete !== false;
  const journal = readFileSync(join(out, "journal.jsonl"), "utf8").trimEnd().split("\n").at(-1) ?? "";
  expect(!isComplete || journal.includes('"kind":"end"'), `${when}: results.json calls complete what is not`);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The report on a killed run says so where it is not complete. */
function checkReport(out, when) {
  if (!existsSync(join(out, "journal.jsonl"))) return;
  const lines = readFileSync(join(out, "journal.jsonl"), "utf8").split("\n").length;
  const { status, stderr, stdout } = assay("report", out, "--quiet");
  if (lines < 2) return;
  expect([0, 1, 3].includes(status), `${when}: report exits with ${status}: ${stderr}`);
  const isEnded = readFileSync(join(out, "journal.jsonl"), "utf8").includes('"kind":"end"');
  expect(isEnded || stdout.includes("interrupted"), `${when}: the report does not say that it is not complete`);
  checkFolder(out, `${when}, reported`);
}

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** Processes whose command line holds a text. */
const running = (text) =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });

async function dieInRun() {
  const out = join(folder, "run");
  const args = ["run", "--only", "DICT", "--out", out, "--quiet"];
  const length = lasting(...args);
  const whole = JSON.parse(readFileSync(join(out, "results.json"), "utf8")).requirements;
  for (let moment = 0; moment < moments; moment++) {
    const after = random() * length;
    const when = `run killed after ${Math.round(after)} ms`;
    await killed(args, after);
    checkFolder(out, when);
    if (moment % 5 === 0) checkReport(out, when);
  }
  assay(...args);
  const again = JSON.parse(readFileSync(join(out, "results.json"), "utf8")).requirements;
  const outcomes = (list) => JSON.stringify(list.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes(again) === outcomes(whole), "the run after the killed ones found something else");
}

async function dieInCertify() {
  const [out, port] = [join(folder, "certify"), await freePort()];
  const mark = `assay-death-${process.pid}`;
  const [application, profile] = [join(folder, `${mark}.cjs`), join(folder, "partner.yaml")];
  // It ignores SIGTERM, and starts a child in a session of its own.
  writeFileSync(
    application,
    `process.on("SIGTERM", () => {});
if (!process.argv[2]) require("node:child_process").spawn(process.execPath, [__filename, "child"], { detached: true, stdio: "ignore" });
require("node:http").createServer((request, response) => response.end()).listen(process.argv[2] ? 0 : ${port}, "127.0.0.1");`,
  );
  writeFileSync(
    profile,
    JSON.stringify({
      name: "dying",
      claims: ["install"],
      start: { command: `exec "${process.execPath}" "${application}"`, ready: `http://127.0.0.1:${port}/` },
      connect: { url: `http://127.0.0.1:${port}/connect`, body: { salon_id: "{location_id}" } },
      patience: { quiet_s: 0.5, max_s: 1, callback_s: 1 },
    }),
  );
  const args = ["certify", "--partner", profile, "--out", out];
  const length = lasting(...args);
  for (let moment = 0; moment < moments; moment++) {
    const after = random() * length;
    const when = `certify killed after ${Math.round(after)} ms`;
    await killed(args, after);
    checkFolder(out, when);
    for (let waited = 0; waited < 100 && running(mark).length > 0; waited++) await sleep(100);
    expect(running(mark).length === 0, `${when}: the application runs on`);
    expect(!existsSync(join(out, "certificate.json")), `${when}: there is a certificate of what did not pass`);
  }
}

async function dieInReport() {
  const out = join(folder, "run");
  const args = ["report", out, "--quiet"];
  const length = lasting(...args);
  for (let moment = 0; moment < moments; moment++) {
    const after = random() * length;
    await killed(args, after);
    checkFolder(out, `report killed after ${Math.round(after)} ms`);
  }
  expect(assay(...args).status === 0, "the report after the killed ones fails");
}

try {
  for (const die of [dieInRun, dieInCertify, dieInReport]) {
    await die();
    process.stdout.write(`${die.name}: ${moments} moments, ${wrong.length} wrong so far\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const what of wrong) process.stdout.write(`${what}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
