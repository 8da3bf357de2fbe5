import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A variable that marks everything an application starts, even where it leaves the process group. */
export const runKey = "ASSAY_RUN";

/** Kills what left the application's process group; only Linux lets us find it. */
export function killRun(run: string): void {
  if (process.platform !== "linux") return;
  for (const pid of processes())
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${runKey}=${run}`))
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It belongs to someone else, or has ended meanwhile.
    }
}

/** Every process of this machine; only Linux lists them so. */
const processes = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

/** True if someone is left in the group of a process. One that has ended stays listed until its parent asks, which in a container may be never. */
export function isGroupAlive(child: ChildProcess): boolean {
  if (!signalGroup(child, 0)) return false;
  return process.platform !== "linux" || processes().some((pid) => isRunningIn(pid, child.pid));
}

function isRunningIn(pid: string, group: number | undefined): boolean {
  try {
    // The name, which may hold anything, ends with the last bracket; the state, the parent and the group follow.
    const [, state, , pgrp] =
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .split(") ")
        .at(-1)
        ?.match(/^(\S) (\d+) (\d+)/) ?? [];
    return Number(pgrp) === group && state !== "Z";
  } catch {
    return false;
  }
}

/** Sends a signal to the group of a process; false if no one is left in it. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
