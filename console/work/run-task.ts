import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HarnessError, UsageError } from "../../base/errors.ts";
import { laterOptimisation } from "../../base/later-optimisation.ts";
import { packageFile } from "../../base/package-file.ts";
import { queues } from "../queue/queues.ts";
import type { ProgressFacts } from "../runs/progress.ts";
import { refuseWithinTransaction } from "../store/transactions.ts";
import type { TaskEnd, TaskNews } from "./tasks/task.ts";
import type { TaskOrder, Tasks } from "./tasks/tasks.ts";

/** A task stopped the process that did it: it hung, ran over its limits, or crashed. */
export class JudgeStopped extends Error {
  override name = "JudgeStopped";
}

/** How a task is done. */
export interface TaskOptions {
  /** The environment of the console, of which the process gets what is no secret. */
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Hears what is new of the task; also that nothing is, as long as its process is well. */
  onNews?: (facts: readonly ProgressFacts[]) => void;
  log: (line: string) => void;
  limits?: Partial<TaskLimits>;
}

/** The bounds of a task's process. */
interface TaskLimits {
  /** Seconds from its start to its end. */
  deadline: number;
  /** Seconds without a sign of it; one that is well gives several a second, but a busy machine may starve it. */
  silence: number;
  /** Seconds from being asked to stop to its end. */
  grace: number;
  /** Megabytes of JavaScript's heap, and of everything in the machine's memory. */
  heap: number;
  resident: number;
}

/** Limits of tasks: each ends before the lease of its job does; a full run of a provider takes 210 MB, and contracts are read all at once. */
const limitsOf = (name: keyof Tasks): TaskLimits => ({
  // Someone waits for a connection to be checked, at a page.
  deadline: name === "connection" ? 100 : queues[name].expireInSeconds - 60,
  silence: 30,
  grace: 10,
  ...(name === "contracts" || name === "impact" ? { heap: 1024, resident: 2048 } : { heap: 512, resident: 1024 }),
});

/** The variables of the environment by which a process reaches others and finds its files. */
const sharedVariables =
  /^(PATH|HOME|TZ|LANG|LC_\w+|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|\w+_PROXY|SystemRoot|windir)$/i;

/** The built program, since Node 20 runs no TypeScript. */
const program = packageFile("dist/console/task-process.js");

/**
 * Does a task in a process of its own, so that no subject can stop, slow or crash anything else. The process has no database, no key and a
 * temporary folder that goes with it.
 */
export async function runTask<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  options: TaskOptions,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  refuseWithinTransaction();
  const folder = mkdtempSync(join(tmpdir(), "assay-task-"));
  try {
    const end = await superviseTask({ name, input }, folder, options);
    if ("refused" in end) throw new UsageError(end.refused);
    if ("failed" in end) throw Object.assign(new HarnessError(end.failed.split("\n", 1)[0]), { stack: end.failed });
    return end.output as Awaited<ReturnType<Tasks[Name]>>;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The stored form of a failure that its input or its subject caused; any other is a mistake of ours, and is thrown. */
export function failureOf(error: unknown): { failed: string } {
  if (error instanceof JudgeStopped) return { failed: `not measurable: stopped the judge: ${error.message}` };
  if (error instanceof UsageError) return { failed: error.message.slice(0, 500) };
  throw error;
}

function superviseTask(order: TaskOrder, folder: string, options: TaskOptions): Promise<TaskEnd> {
  const { signal, log, onNews = () => undefined } = options;
  const limits = { ...limitsOf(order.name), ...options.limits };
  const child = startProcess(folder, options.env, limits);
  const lastWords = collect(child);
  return new Promise((resolve, reject) => {
    let end: TaskEnd | undefined;
    let whyKilled: string | undefined;
    const kill = (why: string) => {
      whyKilled ??= why;
      killGroup(child);
    };
    // Seconds are counted, not measured: those in which this process could not run either are no one's.
    let [age, silent, stopping] = [0, 0, 0];
    const timer = setInterval(() => {
      if (++age > limits.deadline) kill(`it took longer than ${limits.deadline} seconds`);
      if (++silent > limits.silence) kill(`it gave no sign for ${limits.silence} seconds`);
      if (signal.aborted && ++stopping > limits.grace) kill("it did not stop when it was asked to");
    }, 1000);
    const stop = () => void (child.connected && child.send("stop", ignore));
    signal.addEventListener("abort", stop, { once: true });
    child.on("message", (news: TaskNews) => {
      silent = 0;
      if ("facts" in news) onNews(news.facts);
      else end = news;
    });
    child.once("error", (error) => reject(new HarnessError(`its process did not start: ${error.message}`)));
    child.once("close", (code, killer) => {
      clearInterval(timer);
      signal.removeEventListener("abort", stop);
      const words = lastWords();
      if (words) log(`${order.name}: ${words}`);
      if (end) resolve(end);
      else if (signal.aborted) reject(new HarnessError("it was interrupted"));
      else reject(new JudgeStopped(whyKilled ?? reasonIn(words) ?? `its process ended early (${killer ?? code})`));
    });
    child.send(order, ignore);
    if (signal.aborted) stop();
  });
}

const ignore = (): void => undefined;

function startProcess(folder: string, env: TaskOptions["env"], { deadline, heap, resident }: TaskLimits): ChildProcess {
  const shared = Object.entries(env).filter(([variable]) => sharedVariables.test(variable));
  return fork(program, [String(deadline), String(resident)], {
    env: { ...Object.fromEntries(shared), TMPDIR: folder, TEMP: folder, TMP: folder },
    execArgv: [`--max-old-space-size=${heap}`, ...laterOptimisation],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // A group of its own, which is ended as a whole.
    detached: true,
  });
}

/** Ends a process at once, with those that it started; Windows knows no groups. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The most characters of what a process prints that are logged. */
const maxWords = 4_000;

/** Collects the last of what a process prints. */
function collect(child: ChildProcess): () => string {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-maxWords);
  });
  return () => words.trim();
}

/** Why a process ended, by the last words of its watchdog or of V8. */
function reasonIn(words: string): string | undefined {
  if (words.includes("JavaScript heap out of memory")) return "it ran out of memory";
  return /^it took .*$/m.exec(words)?.[0];
}
