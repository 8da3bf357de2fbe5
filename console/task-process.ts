import { Worker } from "node:worker_threads";
import { UsageError } from "../base/errors.ts";
import { packageFile } from "../base/package-file.ts";
import { useProxies } from "../harness/http/proxies.ts";
import type { ProgressFacts } from "./runs/progress.ts";
import type { TaskEnd, TaskNews, TaskTools } from "./work/tasks/task.ts";
import { type TaskOrder, tasks } from "./work/tasks/tasks.ts";
import type { WatchdogLimits } from "./work/tasks/watchdog.ts";

/** The interval at which what is new is sent, in milliseconds, and how much of it: a subject that floods the platform must not flood the console. */
const sendEvery = 400;
const maxFacts = 2_000;

const [seconds, megabytes] = process.argv.slice(2).map(Number) as [number, number];
const workerData: WatchdogLimits = { seconds, megabytes, parent: process.ppid };
new Worker(packageFile("dist/console/watchdog.js"), { workerData }).unref();

const interruption = new AbortController();
const waiting: ProgressFacts[] = [];
let forwarded = 0;
const send = (news: TaskNews, sent?: () => void): void => void process.send?.(news, undefined, undefined, sent);

process.on("message", (message: TaskOrder | "stop") => {
  if (message === "stop") interruption.abort();
  else void perform(message);
});
// The requests of a worker that ended have no one who waits for them.
process.once("disconnect", () => process.exit());

// A rejection that no code waited for must not end the task.
process.on("unhandledRejection", (error) => console.error(error));

async function perform({ name, input }: TaskOrder): Promise<void> {
  if (Object.keys(process.env).some((variable) => /^https?_proxy$/i.test(variable))) useProxies();
  const timer = setInterval(() => send({ facts: waiting.splice(0) }), sendEvery);
  const act = tasks[name] as (given: unknown, tools: TaskTools) => Promise<unknown>;
  const end = await act(input, { signal: interruption.signal, report }).then(
    (output): TaskEnd => ({ output }),
    (error: unknown): TaskEnd =>
      error instanceof UsageError ? { refused: error.message } : { failed: String((error as Error)?.stack ?? error) },
  );
  clearInterval(timer);
  send({ facts: waiting.splice(0) });
  send(end, () => process.disconnect());
}

function report(facts: ProgressFacts): void {
  if (forwarded++ < maxFacts || facts.kind === "task" || facts.kind === "task-done") waiting.push(facts);
}
