import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certify } from "./testing/certifying.ts";
import { hostileApps } from "./testing/hostile-apps.ts";

/** Certifies a hostile application; its command line tells whether anything of it is left. */
async function face(name: keyof typeof hostileApps, claims: string[]) {
  const file = join(mkdtempSync(join(tmpdir(), "assay-hostile-")), "app.cjs");
  writeFileSync(file, hostileApps[name]);
  const certification = await certify(`"${process.execPath}" "${file}"`, claims);
  return { ...certification, isLeft: commandLines().includes(file) };
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

const cases: [name: keyof typeof hostileApps, claims: string[], code: number, says: RegExp][] = [
  ["ends at once", ["webhooks"], 1, /it ended with exit code 7/],
  [
    "dies of the first webhook",
    ["webhooks", "install"],
    1,
    /found the application gone \(it ended with exit code 3\), expected it to keep answering/,
  ],
  ["floods the platform", ["webhooks"], 1, /floods|requests in a second/],
  ["answers garbage", ["webhooks"], 1, /HOOK-16[^]*found (HPE_|ECONNRESET|EPIPE|socket)/],
  ["answers with 100 MB", ["webhooks"], 0, /certified/],
  ["sends 100 MB", ["install"], 1, /INST-32/],
  ["never lets go of a socket", ["webhooks"], 0, /certified/],
  ["never ends by itself", ["webhooks"], 0, /certified/],
  ["leaves a child in a session of its own", ["webhooks"], 0, /certified/],
  [
    "never listens",
    ["webhooks"],
    1,
    /found the application not ready \(.* gives no 2xx within 30 seconds \(ECONNREFUSED\)\)/,
  ],
  ["stops taking connections", ["install"], 1, /found the application gone \(nothing answers at http.*\)|no callback/],
  ["is stopped", ["install"], 1, /INST-29[^]*no callback within/],
];

test.concurrent.each(cases)(
  "an application that %s ends in a verdict, and leaves nothing behind",
  async (name, claims, code, says) => {
    const faced = await face(name, claims);
    expect(faced.stderr).toBe("");
    expect(faced.stdout).toMatch(says);
    expect(faced.code).toBe(code);
    expect(faced.isLeft).toBe(false);
  },
);
