import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { partnerProfile, type WrittenPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { freshFirst } from "../../library/platform/run-ids.ts";
import { hostileEnvironment } from "../testing/hostile-task.ts";
import { JudgeStopped, runTask, type TaskOptions } from "./run-task.ts";

const lines: string[] = [];
const options = (more: Partial<TaskOptions> = {}): TaskOptions => ({
  env: hostileEnvironment,
  signal: new AbortController().signal,
  log: (line) => lines.push(line),
  ...more,
});

const certification = (profile: Partial<WrittenPartnerProfile>) => ({
  profile: partnerProfile({ name: "acme", claims: ["install"], ...profile }),
  portBase: undefined,
  isPartial: false,
  hasPerson: true,
  allowsPrivate: true,
  ids: { first: freshFirst(), left: [] },
});

const impact = () =>
  runTask(
    "impact",
    {
      document: readFileSync(packageFile("examples/regression/callback-next.yaml"), "utf8"),
      pacts: [
        { id: "1", partner_id: "caller", pact: readFileSync(packageFile("contracts/pacts/installer.json"), "utf8") },
      ],
    },
    options(),
  );

describe("a task", () => {
  test("is done in a process of its own while another hangs, and leaves no files", async () => {
    // Other tests leave files of their own meanwhile.
    const own = mkdtempSync(join(tmpdir(), "assay-tasks-"));
    const { TMPDIR: shared } = process.env;
    process.env.TMPDIR = own;
    onTestFinished(() => void (process.env.TMPDIR = shared));
    const hanging = runTask("certify", certification({ name: "spins" }), options({ limits: { silence: 3 } }));
    const [stopped, done] = await Promise.allSettled([hanging, impact()]);
    expect(stopped).toMatchObject({ reason: { message: "it gave no sign for 3 seconds" } });
    expect(done).toMatchObject({ value: { caller: { outcome: "breaks" } } });
    expect(readdirSync(own).filter((name) => name.startsWith("assay-task-"))).toEqual([]);
  });

  test.each([
    ["fills the heap", { heap: 64 }, "it ran out of memory"],
    ["fills memory outside of the heap", { resident: 256 }, "it took more than 256 MB of memory"],
    ["crashes", {}, "its process ended early (1)"],
    ["exits", {}, "its process ended early (0)"],
    ["spins", { deadline: 2 }, "it took longer than 2 seconds"],
  ])("of a subject that %s is stopped", async (name, limits, message) => {
    const stopped = runTask("certify", certification({ name }), options({ limits }));
    await expect(stopped).rejects.toThrow(new JudgeStopped(message));
  });

  test("that goes on past its deadline is stopped, though it gives signs", async () => {
    let signs = 0;
    const onNews = () => void signs++;
    const limits = { deadline: 5 };
    const late = runTask("certify", certification({ patience: { callback_s: 600 } }), options({ onNews, limits }));
    await expect(late).rejects.toThrow(new JudgeStopped("it took longer than 5 seconds"));
    expect(signs).toBeGreaterThan(1);
  });

  test("that does not stop when it is asked to is killed, and is not blamed", async () => {
    const limits = { grace: 1 };
    const stopped = runTask("certify", certification({ name: "spins" }), {
      ...options({ limits }),
      signal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toThrow("it was interrupted");
  });

  test("that its input keeps from an end says why", async () => {
    const broken = runTask("impact", { document: "no document", pacts: [] }, options());
    await expect(broken).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringContaining("no pact file"),
    });
  });

  test("gets neither the console's key nor its database, but the way to others", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-environment-")), "env");
    const secrets = { ASSAY_KEY: "k", ASSAY_KEY_PREVIOUS: "p", DATABASE_URL: "postgres://x", PGPASSWORD: "w" };
    const env = { ...hostileEnvironment, ...secrets, https_proxy: "http://127.0.0.1:9" };
    const ended = runTask("certify", certification({ name: "exits", version: file }), options({ env }));
    await expect(ended).rejects.toThrow("its process ended early");
    const given = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
    expect(given.filter((name) => name in secrets)).toEqual([]);
    expect(given).toContain("https_proxy");
  });

  test("ends with its worker, even if it hangs", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-orphan-")), "pid");
    const code = `import { runTask } from ${JSON.stringify(pathToFileURL(packageFile("build/console/work/run-task.js")).href)};
      runTask("certify", { profile: { name: "spins", version: ${JSON.stringify(file)} } }, { env: process.env, signal: new AbortController().signal, log() {} });`;
    const worker = spawn(process.execPath, ["--input-type=module", "--eval", code], {
      env: { ...process.env, ...hostileEnvironment },
      stdio: "ignore",
    });
    while (!existsSync(file) || readFileSync(file, "utf8") === "") await wait(50);
    const pid = Number(readFileSync(file, "utf8"));
    expect(isAlive(pid)).toBe(true);
    await killed(worker);
    while (isAlive(pid)) await wait(50);
  });
});

const killed = (child: ChildProcess) =>
  new Promise((ended) => {
    child.once("exit", ended);
    child.kill("SIGKILL");
  });

/** True if a process runs; one that has ended may wait for its parent to take note. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self/stat") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
