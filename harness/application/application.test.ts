import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { closedAddress, startServer } from "../testing/server.ts";
import { type ApplicationPatience, type StartedApplication, startApplication } from "./application.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-application-"));
const log = join(folder, "application.log");

function start(command: string, patience?: Partial<ApplicationPatience>): StartedApplication {
  const application = startApplication(command, {
    folder,
    environment: { GREETING: "hello" },
    log,
    redact: (text) => text.replaceAll("s3cret", "$SECRET"),
    patience: { settle: 0, ...patience },
  });
  onTestFinished(() => application.stop());
  return application;
}

/** A command that goes on until it is ended. */
const forever = "exec sleep 600";
const uninterrupted = new AbortController().signal;

describe("an application is ready", () => {
  test("once its address answers with a 2xx", async () => {
    const server = await startServer((response, count) => response.writeHead(count < 3 ? 503 : 204).end());
    expect(await start(forever).ready(server.url, [], uninterrupted)).toBeUndefined();
    expect(server.seen).toHaveLength(3);
  });

  test("once every address takes connections, where none is named for it", async () => {
    const server = await startServer((response) => response.end());
    expect(await start(forever).ready(undefined, [server.url, server.url], uninterrupted)).toBeUndefined();
    expect(server.seen).toEqual([]);
  });
});

describe("an application is not ready", () => {
  test("when it ends by itself, which says how", async () => {
    const url = closedAddress();
    const application = start("exit 3");
    expect(await application.ready(url, [], uninterrupted)).toBe("it ended with exit code 3");
    expect(application.ended()).toBe("it ended with exit code 3");
  });

  test("when it was ended by a signal", async () => {
    expect(await start("kill -9 $$").ready(closedAddress(), [], uninterrupted)).toBe("it was ended by SIGKILL");
  });

  test("when its address never answers with a 2xx in the time that it has", async () => {
    const server = await startServer((response) => response.writeHead(500).end());
    const reason = await start(forever, { ready: 1 }).ready(server.url, [], uninterrupted);
    expect(reason).toBe(`${server.url} gives no 2xx within 0.001 seconds (it answers 500)`);
  });

  test("when no one takes connections in the time that it has", async () => {
    const url = closedAddress();
    const reason = await start(forever, { ready: 1 }).ready(undefined, [url], uninterrupted);
    expect(reason).toBe(`it takes no connections within 0.001 seconds (${url}: ECONNREFUSED)`);
  });

  test("when the certification is interrupted", async () => {
    const server = await startServer((response) => {
      interruption.abort();
      response.writeHead(503).end();
    });
    const interruption = new AbortController();
    expect(await start(forever).ready(server.url, [], interruption.signal)).toMatch(/gives no 2xx/);
    expect(server.seen).toHaveLength(1);
  });
});

describe("an application that is stopped", () => {
  test("has not ended by itself", async () => {
    const application = start(forever);
    await application.stop();
    expect(application.ended()).toBeUndefined();
  });

  test("takes along what it started, even what left its group and ignores SIGTERM", async () => {
    const pidFile = join(folder, "stray.pid");
    const stray = `trap '' TERM; echo $$ > ${pidFile}; while :; do sleep 600; done`;
    const server = await startServer((response) => response.writeHead(pidOf(pidFile) ? 200 : 503).end());
    const application = start(`setsid sh -c "${stray.replaceAll("$", String.raw`\$`)}" & ${forever}`, { end: 100 });
    expect(await application.ready(server.url, [], uninterrupted)).toBeUndefined();
    const pid = pidOf(pidFile);
    expect(isRunning(pid)).toBe(true);
    await application.stop();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

test("what an application prints is kept without secrets", async () => {
  const application = start('echo "$GREETING s3cret"; echo "error s3cret" >&2');
  await application.ready(closedAddress(), [], uninterrupted);
  await expect
    .poll(() => readFileSync(log, "utf8").split("\n").filter(Boolean).toSorted())
    .toEqual(["error $SECRET", "hello $SECRET"]);
});

function pidOf(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

/** True if a process runs; one that has ended may still be listed until it is reaped. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
