import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

const { FORCE_COLOR: _, ...plain } = process.env;
const printed = (args: readonly string[], env: NodeJS.ProcessEnv = plain): string =>
  execFileSync(process.execPath, [packageFile("dist/cli/assay.js"), ...args], { env, encoding: "utf8" });

test.each(["--help", "-h"])("the help that the build stored is the program's own: %s", (option) => {
  expect(printed([option])).toBe(printed(["help"]));
});

test("help is painted where colours are wanted", () => {
  expect(printed(["--help"], { ...plain, FORCE_COLOR: "1" })).toBe(printed(["help"], { ...plain, FORCE_COLOR: "1" }));
});
