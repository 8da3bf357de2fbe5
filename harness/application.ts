import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { Agent, request } from "undici";
import type { Redact } from "./redaction.ts";

/** How long an application may take until it is ready, in milliseconds; the profile's format says so. */
const readyWithin = 30_000;

/** How long it may take to end after SIGTERM, before its whole process group is killed. */
const endWithin = 3_000;

/** How much of what it prints is kept, in bytes: enough to see why it ended. */
const printedMost = 1_000_000;

/** How long a line may be before it is written in pieces. */
const lineMost = 100_000;

const sleep = (milliseconds: number) => new Promise<void>((over) => setTimeout(over, milliseconds));

/** An application that runs for the length of a certification. */
export interface StartedApplication {
  /** How it ended, when it did so by itself. */
  ended(): string | undefined;
  /** Waits until it is ready: until an address answers with a 2xx, or else until others take connections; tells what is wrong when it never is. */
  ready(url: string | undefined, others: readonly string[], interruption: AbortSignal): Promise<string | undefined>;
  /** Ends it and everything that it started. */
  stop(): Promise<void>;
}

/** Where an application runs, and where what it prints is kept, without secrets. */
export interface StartOptions {
  folder: string;
  environment: Record<string, string>;
  log: string;
  redact: Redact;
}

/** Starts an application by the shell, as a process group of its own; what it prints goes to a file. */
export function startApplication(
  command: string,
  { folder, environment, log, redact }: StartOptions,
): StartedApplication {
  const run = randomUUID();
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd: folder,
    env: { ...process.env, ...environment, [runKey]: run },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let end: string | undefined;
  let isStopping = false;
  child.once("error", (error) => (end ??= `it cannot be started (${error.message})`));
  child.once("exit", (code, signal) => {
    if (!isStopping) end ??= signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
  });
  keep(child, log, redact);
  const kill = (signal: NodeJS.Signals | 0) => signalGroup(child, signal);
  const killAll = () => {
    kill("SIGKILL");
    killRun(run);
  };
  process.once("exit", killAll);
  return {
    ended: () => end,
    async ready(url, others, interruption) {
      const isReady = url === undefined ? () => take(others) : () => look(url);
      // Without any address, a command that ends at once still shows.
      await sleep(url === undefined ? 500 : 0);
      let seen = "";
      for (const began = Date.now(); Date.now() - began < readyWithin && !interruption.aborted; await sleep(50)) {
        if (end) return end;
        seen = await isReady();
        if (seen === "") return undefined;
      }
      return url === undefined
        ? `nobody takes connections within ${readyWithin / 1000} seconds (${seen})`
        : `${url} gives no 2xx within ${readyWithin / 1000} seconds (${seen})`;
    },
    async stop() {
      isStopping = true;
      const deadline = Date.now() + endWithin;
      if (kill("SIGTERM")) while (kill(0) && Date.now() < deadline) await sleep(20);
      killAll();
      child.stdout?.destroy();
      child.stderr?.destroy();
      process.off("exit", killAll);
    },
  };
}

/** A variable by which everything that an application started is known, wherever it has gone. */
const runKey = "ASSAY_RUN";

/** Kills what left the application's process group; only Linux tells. */
function killRun(run: string): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${runKey}=${run}`))
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It is somebody else's, or has ended meanwhile.
    }
}

/** Sends a signal to the group of a process; false when nobody is left in it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Writes what a process prints to a file, line by line, up to a size; the rest is read and forgotten, so that it never waits. */
function keep(child: ChildProcess, log: string, redact: Redact): void {
  const file = createWriteStream(log);
  file.on("error", () => undefined);
  let left = printedMost;
  const write = (text: string) => {
    if (left > 0 && text) file.write(redact(text).slice(0, left));
    left -= text.length;
  };
  for (const stream of [child.stdout, child.stderr]) {
    let line = "";
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const end = text.lastIndexOf("\n") + 1;
      if (left > 0) line += text;
      // A secret may lie across two pieces, but not across two lines; a line without an end is as long as it gets.
      if (end === 0 && line.length < lineMost) return;
      const whole = end === 0 ? line.length : line.length - (text.length - end);
      write(line.slice(0, whole));
      line = line.slice(whole);
    });
    stream?.once("close", () => write(line));
  }
  child.once("close", () => file.end());
}

/** Whose certificate an application under test shows is not judged; that it speaks TLS as it should is. */
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** What keeps an address from answering with a 2xx; nothing when it does. */
async function look(url: string): Promise<string> {
  try {
    const { statusCode, body } = await request(url, { dispatcher: anyCertificate, signal: AbortSignal.timeout(5_000) });
    body.destroy();
    body.on("error", () => undefined);
    return statusCode >= 200 && statusCode < 300 ? "" : `it answers ${statusCode}`;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return code ?? name;
  }
}

/** What keeps addresses from taking connections; nothing when each does. */
async function take(urls: readonly string[]): Promise<string> {
  const reasons = await Promise.all(
    urls.map(
      (url) =>
        new Promise<string>((over) => {
          const { hostname, port, protocol } = new URL(url);
          const socket = connect(Number(port || (protocol === "https:" ? 443 : 80)), hostname.replace(/^\[|\]$/g, ""));
          socket.setTimeout(5_000, () => socket.destroy(new Error("no connection in time")));
          socket.once("connect", () => (over(""), socket.destroy()));
          socket.once("error", ({ code, message }: NodeJS.ErrnoException) => over(`${url}: ${code ?? message}`));
        }),
    ),
  );
  return reasons.find(Boolean) ?? "";
}
