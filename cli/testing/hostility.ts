import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { certify } from "./certifying.ts";
import { hostileApps } from "./hostile-apps.ts";

/** How the certification of a hostile application ends: its exit code, and what is said. */
export type HostileCase = [name: keyof typeof hostileApps, claims: string[], code: number, says: RegExp];

/** An application that does harm ends in a verdict, and leaves nothing running. */
export async function expectVerdict(...[name, claims, code, says]: HostileCase): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "assay-hostile-")), "app.cjs");
  writeFileSync(file, hostileApps[name]);
  const program = hostileApps[name] === "" ? "no-such-program" : `"${process.execPath}"`;
  const ended = await certify(`${program} "${file}"`, claims);
  expect(ended.stderr).toBe("");
  expect(ended.stdout).toMatch(says);
  expect(ended.code).toBe(code);
  expect(commandLines()).not.toContain(file);
}

/** The command lines of everything that runs: a small machine has no `ps`, and one without /proc does. */
function commandLines(): string {
  if (process.platform !== "linux") return execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  const lineOf = (id: string): string => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8");
    } catch {
      return ""; // It ended meanwhile.
    }
  };
  return readdirSync("/proc").filter(Number).map(lineOf).join("\n");
}
