import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

/** The bounds of a task's process. */
export interface WatchdogLimits {
  seconds: number;
  /** The most memory, what lies outside of JavaScript's heap included. */
  megabytes: number;
  parent: number;
}

// A thread of its own, since whatever keeps the process busy keeps its other timers from running, also once there is no parent to end it.
const { seconds, megabytes, parent } = workerData as WatchdogLimits;
const deadline = performance.now() + seconds * 1000;

function whyOver(): string | undefined {
  if (process.ppid !== parent) return "its worker ended";
  if (performance.now() > deadline) return `it took longer than ${seconds} seconds`;
  return process.memoryUsage.rss() > megabytes * 2 ** 20 ? `it took more than ${megabytes} MB of memory` : undefined;
}

setInterval(() => {
  const why = whyOver();
  if (why === undefined) return;
  try {
    writeSync(2, `${why}\n`);
  } finally {
    // A worker that ended reads nothing.
    killGroup();
  }
}, 250);

/** Ends the process at once, with the processes that it started; Windows knows no groups. */
function killGroup(): void {
  process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
}
