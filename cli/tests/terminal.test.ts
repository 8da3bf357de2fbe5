import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { assay, assayProcess, end } from "../testing/assay.ts";
import { answering, stubTarget } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-terminal-"));
const recorded = join(folder, "recorded.har");
writeFileSync(
  recorded,
  JSON.stringify({
    log: {
      entries: [
        {
          request: { method: "GET", url: "http://127.0.0.1/api/v1/countries" },
          response: { status: 500, content: { text: "{}" } },
        },
      ],
    },
  }),
);
const args = ["check", recorded, "--out", join(folder, "out")];
const escape = String.fromCodePoint(27);

describe("without a terminal, the result", () => {
  test("is plain lines", async () => {
    const { stdout } = await assayProcess(args, { env: { NO_COLOR: "", CI: "true" } });
    expect(stdout).toContain("fail ENV-5");
    expect(stdout).not.toContain(escape);
    expect(stdout).not.toMatch(/^Dictionaries +\d/m);
  });

  test("has colours where FORCE_COLOR is set", async () => {
    const { stdout } = await assay(args, { env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain(`${escape}[31m`);
  });
});

describe("at a terminal in memory, the result", () => {
  test.each([
    ["has no colours where NO_COLOR is set", { NO_COLOR: "1", FORCE_COLOR: "1" }],
    ["has no colours where the terminal has none", { TERM: "dumb" }],
  ])("%s", async (_, env) => {
    const { stdout } = await assay(args, { columns: 80, env });
    expect(stdout).toMatch(/^Envelopes +1 +/m);
    expect(stdout).not.toContain(`${escape}[3`);
  });
});

test("at a terminal, a run shows how far it has come on one line that it clears", async () => {
  const target = await stubTarget(answering(envelope([country])));
  const run = ["run", "--target", target, "--out", join(folder, "run")];
  const { stderr } = await assay(run, { columns: 60 });
  const lines = stderr.split(`\r${escape}[K`);
  expect(lines[1]).toMatch(/^1 of \d+ proofs, \d+ requests?, /);
  expect(lines.at(-1)).toBe("");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
  expect((await assay(run)).stderr).toBe("");
});

// `script` of util-linux gives a program a terminal.
test.skipIf(!existsSync("/usr/bin/script") || process.platform !== "linux")(
  "at a real terminal, the result is a table with colours",
  async () => {
    const command = [process.execPath, packageFile("dist/cli/assay.js"), ...args].join(" ");
    const env = { TERM: "xterm", NO_COLOR: "", CI: "" };
    const { stdout } = await end("/usr/bin/script", ["-qec", command, "/dev/null"], { env });
    expect(stdout).toMatch(/^Dictionaries +/m);
    expect(stdout).toContain(`${escape}[31m`);
  },
);
