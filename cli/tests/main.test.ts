import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { main } from "../program/main.ts";
import { assay } from "../testing/assay.ts";
import { memoryIo } from "../testing/memory-io.ts";

const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string };

test("prints its version and its help, and ends well", async () => {
  expect(await assay(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  const { code, stdout, stderr } = await assay(["contracts", "check", "--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: assay contracts check/);
});

test("prints its help to standard error when it is given nothing, and exits with 2", async () => {
  const { code, stdout, stderr } = await assay([]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^Usage: assay /);
});

test("wraps help at the width of the terminal", async () => {
  const widest = async (columns: number) =>
    Math.max(...(await assay(["run", "--help"], { columns })).stdout.split("\n").map((line) => line.length));
  expect(await widest(80)).toBeLessThanOrEqual(80);
  expect(await widest(160)).toBeGreaterThan(80);
});

test("runs many commands at once, each with its own output and exit code", async () => {
  const ended = await Promise.all([
    assay(["explain", "INST-4"]),
    assay(["explain", "INST-400"]),
    assay(["explain", "nothing"], { columns: 80 }),
    assay(["--version"]),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 2, 2, 0]);
  expect(ended.map(({ stdout }) => stdout.split(" ", 1)[0])).toEqual(["INST-4", "", "", `${version}\n`]);
});

test("a mistake of ours is reported with its stack, and exits with 2", async () => {
  const io = memoryIo();
  io.stdout.write = () => {
    throw new TypeError("the moon is down");
  };
  expect(await main(["spec"], io)).toBe(2);
  expect(io.printed.stderr).toMatch(/^assay: this should not have happened: TypeError: the moon is down\n {4}at /);
});
