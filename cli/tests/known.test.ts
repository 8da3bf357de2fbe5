import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Results } from "../../record/results.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-known-"));
const out = join(folder, "out");
const profile = join(folder, "target.yaml");
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({
    clock: "frozen",
    behaviour: behaviourWith("a repeated callback makes the link pending"),
  });
  writeFileSync(profile, `control: { url: "${sandbox.control.url}", token: "${sandbox.control.token}" }\n`);
});
afterAll(() => sandbox.close());

async function run(known: string) {
  const file = join(folder, "known.yaml");
  writeFileSync(file, known);
  const ended = await assay([
    "run",
    "--target",
    profile,
    "--depth",
    "quick",
    "--only",
    "INST-40,INST-7",
    "--known",
    file,
    "--out",
    out,
  ]);
  const read = () => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
  return { ...ended, outcome: (id: string) => read().requirements.find((requirement) => requirement.id === id) };
}

test("a requirement that is known to fail warns, and does not fail the run", async () => {
  const { code, outcome } = await run("known: [{ id: INST-40, reason: the next release fixes it, until: 2999-12-31 }]");
  expect([code, outcome("INST-40")?.outcome]).toEqual([0, "warn"]);
  expect(outcome("INST-40")?.reason).toMatch(/known until 2999-12-31 \(the next release fixes it\)$/);
});

test("one that passes again is named as a line to remove, and the verdict stays what it is", async () => {
  const { code, outcome, stdout } = await run(
    "known: [{ id: INST-40, reason: a, expires: 2999-12-31 }, { id: INST-7, reason: b, expires: 2999-12-31 }]",
  );
  expect([code, outcome("INST-7")?.outcome]).toEqual([0, "pass"]);
  expect(stdout).toMatch(/: conformant in the selected requirements, 2 of 2 judged$/m);
  expect(stdout).toMatch(/^1 known failure no longer fails: remove INST-7 from the list of --known$/m);
});

test("one whose day is over fails", async () => {
  const { code, outcome } = await run("known: [{ id: INST-40, reason: a, expires: 2020-01-01 }]");
  expect([code, outcome("INST-40")?.outcome]).toEqual([1, "fail"]);
});

test.each([
  ["known: [{ id: INST-999, reason: a, expires: 2999-12-31 }]", "#/known/0/id: there is no requirement INST-999"],
  [
    "known: [{ id: INST-40, expires: 2999-12-31 }]",
    "#/known/0/reason: it is missing; a known failure has id, reason and until",
  ],
  ["- INST-40", "#: found a list, expected an object"],
])("%j is reported in one line that names the file, the place and the fix", async (known, line) => {
  const { code, stderr } = await run(known);
  expect(code).toBe(2);
  expect(stderr.split("\n")).toEqual([expect.stringContaining(`known.yaml${line}`), ""]);
});
