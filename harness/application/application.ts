import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { steadyNow } from "../../base/steady-now.ts";
import type { Redact } from "../redaction/redaction.ts";
import { keepLog } from "./application-log.ts";
import { isGroupAlive, killRun, runKey, signalGroup } from "./process-group.ts";
import { whyUnhealthy, whyUnreachable } from "./readiness.ts";
import { superviseGroup } from "./supervisor.ts";

/** An application that runs during a certification. */
export interface StartedApplication {
  /** How it ended, if it did so by itself. */
  ended(): string | undefined;
  lastLines(): readonly string[];
  /**
   * Waits until an address answers with a 2xx or, where there is none, until all others take connections. Answers what is wrong if that
   * does not happen.
   */
  ready(url: string | undefined, others: readonly string[], interruption: AbortSignal): Promise<string | undefined>;
  /** Ends it and everything that it started. */
  stop(): Promise<void>;
}

/** How an application is started, and where what it prints is kept, without secrets. */
export interface StartOptions {
  folder: string;
  environment: Record<string, string>;
  log: string;
  redact: Redact;
  patience?: Partial<ApplicationPatience>;
}

/** The time that an application may take, in milliseconds. */
export interface ApplicationPatience {
  /** Until it is ready; the format of the profile says 30 seconds. */
  ready: number;
  /** To show that it ends at once, where no address says whether it is ready. */
  settle: number;
  /** To end after SIGTERM, before its whole process group is killed. */
  end: number;
}

const defaults: ApplicationPatience = { ready: 30_000, settle: 500, end: 3_000 };

/** Starts an application by the shell, as a process group of its own. */
export function startApplication(
  command: string,
  { folder, environment, log, redact, patience = {} }: StartOptions,
): StartedApplication {
  const within = { ...defaults, ...patience };
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
    if (!isStopping) end ??= signal ? `it was ended by ${signal}` : endOf(code, command);
  });
  const endWatch = child.pid === undefined ? () => undefined : superviseGroup(child.pid, `${runKey}=${run}`);
  const lastLines = keepLog(child, log, redact);
  const killAll = () => {
    signalGroup(child, "SIGKILL");
    killRun(run);
  };
  killers.add(killAll);
  return {
    ended: () => end,
    lastLines,
    async ready(url, others, interruption) {
      const whyNot = url === undefined ? () => whyUnreachable(others) : () => whyUnhealthy(url);
      if (url === undefined) await sleep(within.settle);
      const deadline = steadyNow() + within.ready;
      let reason = "";
      while (steadyNow() < deadline && !interruption.aborted) {
        if (end) return end;
        reason = await whyNot();
        if (reason === "") return undefined;
        await sleep(50);
      }
      const wanted = url === undefined ? "it takes no connections" : `${url} gives no 2xx`;
      return `${wanted} within ${within.ready / 1000} seconds (${reason})`;
    },
    async stop() {
      isStopping = true;
      const deadline = steadyNow() + within.end;
      if (signalGroup(child, "SIGTERM")) while (isGroupAlive(child) && steadyNow() < deadline) await sleep(20);
      killAll();
      child.stdout?.destroy();
      child.stderr?.destroy();
      killers.delete(killAll);
      endWatch();
    },
  };
}

/** The answer of a shell that cannot run a command: it is no program, or there is none. */
const unrunnable = [126, 127];

const endOf = (code: number | null, command: string): string =>
  unrunnable.includes(code ?? 0)
    ? `the shell cannot run start.command (${command}): exit code ${code}`
    : `it ended with exit code ${code}`;

/** How everything is killed that runs when this process ends. */
const killers = new Set<() => void>();
process.once("exit", () => {
  for (const killAll of killers) killAll();
});
