import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { add, emptyShare, type Share, shareOf, type Task } from "./impact-share.ts";

/** As many files as one thread reads before others have started. */
const few = 200;

/** Holds pact files against two versions: a few at once, and many in threads on all cores. */
export async function holdAll(task: Task): Promise<Share> {
  const threads = Math.min(availableParallelism(), Math.ceil(task.files.length / few));
  if (threads < 2) return shareOf(task);
  const shares = await Promise.all(
    Array.from({ length: threads }, (_, own) =>
      inThread({ ...task, files: task.files.filter((_file, index) => index % threads === own) }),
    ),
  );
  return shares.reduce(add, emptyShare());
}

/** The built worker beside the built program. */
const worker = new URL(`./impact-worker${extname(import.meta.url)}`, import.meta.url);

const inThread = (task: Task): Promise<Share> =>
  new Promise((done, fail) => {
    const thread = new Worker(worker, { workerData: task });
    thread.once("message", done);
    thread.once("error", fail);
    thread.once("exit", (code) => fail(new Error(`a thread ended early with ${code}`)));
  });
