import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockName } from "../folders/out-folder.ts";
import { withOut } from "../folders/out-lock.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-lock-"));

test("while a folder is held, no one else gets it; afterwards, nothing is left of the lock", async () => {
  const held = await withOut(folder, () => withOut(folder, () => "both").catch((error: Error) => error.message));
  expect(held).toMatch(
    /^--out: another assay \(process \d+ on .*\) writes into .*; wait for it, or name another folder/,
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(await withOut(folder, () => "later")).toBe("later");
});

test.each([
  ["a process that has ended", JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() })],
  ["a process whose number another has now", JSON.stringify({ pid: process.pid, host: hostname(), start: "0" })],
  ["nobody who can be told", "half a li"],
])("the lock of %s is taken over", async (_, text) => {
  writeFileSync(join(folder, lockName), text);
  expect(await withOut(folder, () => "mine")).toBe("mine");
});

test("a folder that fails is released", async () => {
  await expect(withOut(folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});

test.each([["run"], ["keys"], ["spec"], ["report", "x"], ["certify", "--partner", "x"], ["check", "x"]])(
  "%s refuses a folder without a name",
  async (...args) => {
    const { code, stderr } = await assay([...args, "--out", ""]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Give the name of a folder")]);
  },
);
