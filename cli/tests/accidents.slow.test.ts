import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import { assay, end } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-accidents-"));
const program = packageFile("dist/cli/assay.js");
const oneLine = /^assay: [^\n]+\n$/;

/** Runs the program by a shell line, in which `$assay` is the program. */
const shell = (line: string) =>
  end("/bin/sh", ["-c", `assay='${process.execPath} ${program}'; ${line}`], { cwd: folder });

test.each([
  ["a full device as standard output", "$assay spec > /dev/full"],
  ["a full device as standard output of a run", "$assay run --only DICT-1 --out full > /dev/full"],
  ["a pipe that nobody reads", "{ $assay run --only DICT-1 --out pipe; echo $? > code; } | true; exit $(cat code)"],
  ["no room for the journal", "ulimit -f 20; $assay run --only DICT --out journal --quiet"],
  ["no room for reports", "ulimit -f 200; $assay run --only DICT-1 --out reports --quiet"],
  ["no room for Allure's page", "ulimit -f 2000; $assay run --only DICT-1 --out allure --quiet --allure"],
  ["a folder that can only be read", "$assay run --out /proc/nothing"],
])("%s is reported in one line, and is no verdict", async (_, line) => {
  const { code, stderr } = await shell(line);
  expect([code, stderr]).toEqual([2, expect.stringMatching(oneLine)]);
});

test("what could not be written whole is not there", () => {
  for (const out of ["journal", "reports", "allure"]) {
    const names = readdirSync(join(folder, out));
    expect(names.filter((name) => name.includes(".tmp") || name.includes("lock"))).toEqual([]);
    const results = join(folder, out, "results.json");
    if (existsSync(results)) expect(checkFormat("results", JSON.parse(readFileSync(results, "utf8")))).toEqual([]);
    const page = join(folder, out, "index.html");
    if (existsSync(page)) expect(readFileSync(page, "utf8")).toMatch(/<\/html>\s*$/);
  }
  expect(existsSync(join(folder, "allure/allure.html"))).toBe(false);
});

test("twenty runs side by side do not meet", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `side-${index}`);
  const ended = await Promise.all(
    names.map((name) => assay(["run", "--only", "DICT-1", "--quiet", "--out", join(folder, name)])),
  );
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
  for (const name of names) expect(readdirSync(join(folder, name))).toContain("results.json");
});

test("of two runs in one folder the second is refused, and a lock that a killed one left is taken over", async () => {
  const args = [program, "run", "--out", join(folder, "shared"), "--quiet"];
  const first = spawn(process.execPath, args, { stdio: "ignore" });
  while (!existsSync(join(folder, "shared/journal.jsonl"))) await new Promise((later) => setTimeout(later, 20));
  const second = await end(process.execPath, [...args, "--only", "DICT-1"]);
  expect([second.code, second.stderr]).toEqual([
    2,
    expect.stringMatching(/^assay: --out: another assay \(process \d+ on /),
  ]);
  first.kill("SIGKILL");
  await new Promise((ended) => first.once("exit", ended));
  expect((await end(process.execPath, [...args, "--only", "DICT-1"])).code).toBe(0);
});
