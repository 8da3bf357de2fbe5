import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { assay, end } from "./testing/assay.ts";

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

test("without a terminal, the result is plain lines", async () => {
  const { stdout } = await assay(args, { env: { NO_COLOR: "", CI: "true" } });
  expect(stdout).toContain("fail ENV-5");
  expect(stdout).not.toContain(escape);
  expect(stdout).not.toMatch(/^Dictionaries +\d/m);
});

// `script` of util-linux gives a program a terminal.
describe.skipIf(!existsSync("/usr/bin/script") || process.platform !== "linux")("at a terminal, the result", () => {
  const command = [process.execPath, packageFile("dist/cli/assay.js"), ...args].join(" ");
  const atTerminal = (env: Record<string, string>) =>
    end("/usr/bin/script", ["-qec", command, "/dev/null"], { env: { TERM: "xterm", ...env } });

  test("is a table with colours", async () => {
    const { stdout } = await atTerminal({ NO_COLOR: "", CI: "" });
    expect(stdout).toMatch(/^Dictionaries +/m);
    expect(stdout).toContain(`${escape}[31m`);
  });

  test("has no colours where NO_COLOR is set", async () => {
    const { stdout } = await atTerminal({ NO_COLOR: "1" });
    expect(stdout).toMatch(/^Envelopes +1 +/m);
    expect(stdout).not.toContain(`${escape}[3`);
  });
});
