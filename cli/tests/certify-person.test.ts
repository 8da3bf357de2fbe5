import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { begin } from "../testing/assay.ts";
import { freePort } from "../testing/certifying.ts";
import type { MemoryIo } from "../testing/memory-io.ts";
import { resultsIn } from "../testing/results.ts";

/** The reaction of someone at the terminal to a line on the screen. */
type Reaction = (line: string, hands: Pick<MemoryIo, "type" | "interrupt">) => void;

/** Reads a screen as it is written, and hands over each line once it is whole: a question's colon, or the time that is left, ends it. */
function reader(react: (line: string) => void): { add: (text: string) => void; screen: () => string } {
  let screen = "";
  let from = 0;
  return {
    add(text) {
      screen += stripVTControlCharacters(text);
      for (const [line] of screen
        .slice(from)
        .matchAll(/(?:> [^>]*?[\r\n]+)? *\(\d:\d\d left\)|[^\r\n]*: (?=[\r\n]|$)/g)) {
        from = screen.indexOf(line, from) + line.length;
        react(line);
      }
    },
    screen: () => screen,
  };
}

/** The arguments that certify an application, and the folder for its results. */
function certification(profile: object): { args: string[]; out: string } {
  const folder = mkdtempSync(join(tmpdir(), "assay-person-"));
  writeFileSync(join(folder, "profile.yaml"), JSON.stringify(profile));
  const out = join(folder, "out");
  return { args: ["certify", "--partner", join(folder, "profile.yaml"), "--out", out], out };
}

/** Certifies in this process, at a terminal in memory. */
async function atMemoryTerminal(profile: object, react: Reaction) {
  const { args, out } = certification(profile);
  const { io, ended } = begin(args, { columns: 80, env: { NO_COLOR: "1" } });
  const { add, screen } = reader((line) => react(line, io));
  io.onStderr(add);
  const { code, stdout } = await ended;
  return { code, stdout, screen: screen(), results: resultsIn(out) };
}

describe("someone at a terminal", () => {
  test.concurrent("learns what to do and how long there is for it, and does what the profile does not say how to do", async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const asked = new Set<string>();
    const { code, stdout, results, screen } = await atMemoryTerminal(
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
      (line) => {
        const task = /> ([^]*?)[\r\n]+ *\(\d:\d\d left\)/.exec(line)?.[1]?.replace(/\n */g, " ");
        const location = Number(/Location (\d+)/.exec(task ?? "")?.[1]);
        // Only the time is shown again each second.
        if (!task) return;
        asked.add(task);
        const path = task.startsWith("connect") ? "/connect" : "/sync/calls";
        void fetch(address + path, {
          method: "POST",
          body: JSON.stringify({ salon_id: location, location_id: location }),
        });
      },
    );
    expect(new Set([...asked].map((task) => task.replace(/Location \d+/, "Location N")))).toEqual(
      new Set([
        "connect application 200 at Location N in your application, as its owner would after granting access",
        "have your application read calls of Location N",
      ]),
    );
    expect(screen.split(/[\r\n]/).filter((line) => line.length > 79)).toEqual([]);
    expect(stdout).toContain("by hand: certified");
    expect(results.requirements.filter(({ outcome }) => outcome === "untestable" || outcome === "fail")).toEqual([]);
    expect(code).toBe(0);
  });

  test.concurrent("is asked for addresses, and for a sign that a running application knows what it was given", async () => {
    const answers = ["hooks\n", "\n"];
    const { code, screen, stdout } = await atMemoryTerminal(
      { name: "running", claims: ["webhooks"] },
      (line, hands) => {
        if (line.includes("webhook_url of running")) hands.type(answers.shift() ?? "");
        if (line.includes("Press Enter")) hands.type("\n");
      },
    );
    expect(screen).toMatch(/BASE_URL=http[^]*PARTNER_TOKEN=[^]*Press Enter once the application uses these/);
    expect(screen).toContain("hooks is not an http or https address");
    expect(stdout).toContain("the profile has no webhook_url");
    expect(code).toBe(3);
  });

  test.concurrent.each([
    ["when asked for an address", "webhook_url of running"],
    ["when asked for a sign", "Press Enter"],
  ])("may type Ctrl-C %s, and results are written", async (_, sign) => {
    const { code, results } = await atMemoryTerminal({ name: "running", claims: ["webhooks"] }, (line, { type }) => {
      if (line.includes(sign)) type("\u0003");
      else if (line.endsWith(": ")) type("\n");
    });
    expect(results.complete).toBe(false);
    expect(code).toBe(130);
  });

  test.concurrent("may interrupt while the application is waited for, and results are written", async () => {
    const { code, results } = await atMemoryTerminal({ name: "running", claims: ["install"] }, (line, hands) => {
      if (line.endsWith(" left)")) hands.interrupt();
      else if (line.includes("Press Enter")) hands.type("\n");
    });
    expect(results.complete).toBe(false);
    expect(code).toBe(130);
  });
});

// `script` of util-linux gives a program a terminal.
test.skipIf(!existsSync("/usr/bin/script") || process.platform !== "linux")(
  "at a real terminal, Enter answers and Ctrl-C interrupts",
  async () => {
    const { args, out } = certification({ name: "running", claims: ["install"] });
    const command = [process.execPath, packageFile("dist/cli/assay.js"), ...args].join(" ");
    const child = spawn("/usr/bin/script", ["-qec", command, "/dev/null"], {
      env: { ...process.env, TERM: "xterm", NO_COLOR: "1" },
    });
    const { add, screen } = reader((line) => {
      if (line.endsWith(" left)")) child.stdin.write("\u0003");
      else if (line.includes("Press Enter")) child.stdin.write("\n");
    });
    child.stdout.setEncoding("utf8").on("data", add);
    expect(await new Promise((ended) => child.once("close", ended))).toBe(130);
    expect(screen()).toContain("(5:00 left)");
    expect(resultsIn(out).complete).toBe(false);
  },
);
