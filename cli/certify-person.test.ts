import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import type { Results } from "../record/results.ts";
import { freePort } from "./testing/certifying.ts";

/** Certifies at a terminal; whoever sits there does what the screen says, by what `does` makes of it. */
async function atTerminal(profile: object, does: (said: string, type: (text: string) => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), "assay-person-"));
  writeFileSync(join(folder, "profile.yaml"), JSON.stringify(profile));
  const args = ["certify", "--partner", join(folder, "profile.yaml"), "--out", join(folder, "out")];
  const command = [process.execPath, packageFile("dist/cli/assay.js"), ...args].join(" ");
  const child = spawn("/usr/bin/script", ["-qec", command, "/dev/null"], {
    env: { ...process.env, TERM: "xterm", NO_COLOR: "1" },
  });
  let screen = "";
  let from = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += stripVTControlCharacters(text);
    // Each line is acted on once it is whole: the time that is left ends it.
    for (const [said] of screen.slice(from).matchAll(/[^\r\n]*(?: left\)|: )(?=[\r\n]|$)/g)) {
      from = screen.indexOf(said, from) + said.length;
      does(said, (typed) => child.stdin.write(typed));
    }
  });
  const code = await new Promise<number | null>((ended) => child.once("close", ended));
  const results = JSON.parse(readFileSync(join(folder, "out", "results.json"), "utf8")) as Results;
  return { code, screen, results };
}

const has = existsSync("/usr/bin/script") && process.platform === "linux";

describe.skipIf(!has)("somebody at a terminal", () => {
  test.concurrent("is told what to do and how long there is for it, and does what the profile does not tell how to", async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const asked = new Set<string>();
    const { code, screen, results } = await atTerminal(
      {
        name: "by hand",
        claims: ["install", "calls"],
        start: {
          command: `PORT=${new URL(address).port} exec "${process.execPath}" "${packageFile("examples/partner-app/main.mjs")}"`,
          ready: `${address}/health`,
        },
        lifecycle_webhook_url: `${address}/lifecycle`,
        patience: { quiet_s: 1.5 },
      },
      (said) => {
        const [, task] = /> (.*) \(\d:\d\d left\)/.exec(said) ?? [];
        const location = Number(/Location (\d+)/.exec(task ?? "")?.[1]);
        // The line is shown again each second; connecting a Location once more is a new task when it comes back later.
        if (!task || !said.includes("5:00 left")) return;
        asked.add(task);
        const path = task.startsWith("connect") ? "/connect" : "/sync/calls";
        void fetch(address + path, {
          method: "POST",
          body: JSON.stringify({ salon_id: location, location_id: location }),
        });
      },
    );
    expect([...asked]).toContain(
      "connect application 200 at Location 100 in your application, as its owner would after granting access",
    );
    expect([...asked]).toContain("have your application read calls of Location 100");
    expect(screen).toContain("by hand: certified");
    expect(results.requirements.filter(({ outcome }) => outcome === "untestable" || outcome === "fail")).toEqual([]);
    expect(code).toBe(0);
  });

  test.concurrent("is asked for addresses, and for a sign that a running application knows what it was told", async () => {
    const answers = ["hooks\n", "\n"];
    const { code, screen } = await atTerminal({ name: "running", claims: ["webhooks"] }, (said, type) => {
      if (said.includes("webhook_url of running")) type(answers.shift() ?? "");
      if (said.includes("Press Enter")) type("\n");
    });
    expect(screen).toMatch(/BASE_URL=http[^]*PARTNER_TOKEN=[^]*Press Enter once the application uses these/);
    expect(screen).toContain("hooks is not an http or https address");
    expect(screen).toContain("the profile has no webhook_url");
    expect(code).toBe(3);
  });

  test.concurrent.each([
    ["when asked", "Press Enter"],
    ["while waited for", " left)"],
  ])("may interrupt %s, and results are written", async (_, sign) => {
    const { code, results } = await atTerminal({ name: "running", claims: ["install"] }, (said, type) => {
      if (said.includes(sign)) type("\u0003");
      else if (said.includes("Press Enter")) type("\n");
    });
    expect(results.complete).toBe(false);
    expect(code).toBe(130);
  });
});

test.skipIf(has)("there is no script(1) here, so nobody at a terminal was tried", () => undefined);
