import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { beginRecord } from "../record/begin-record.ts";
import { type Entry, entriesOf, renamed } from "../record/journal.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { embeddedName } from "./embedded.ts";
import type { Progress, RunOptions } from "./judge.ts";
import type { PartNews, PartOrder } from "./judge-part.ts";

/** In how many parts an embedded sandbox is judged at once: most machines have two processors, and each thread takes half a second to get going. */
const parts = 2;

/** The time that a thread may take to say what it has judged, once the run is interrupted, in milliseconds. */
const grace = 400;

/** The time that a thread may take to close its sandbox once it has reported everything, in milliseconds. */
const closing = 5_000;

/** Threads need built code, since Node 20 runs no TypeScript; it is there for every folder of that. */
const worker = fileURLToPath(new URL("./part-worker.js", import.meta.url));

/** True if runs are judged in parts; not by the number of processors, so that the same seed sends the same requests everywhere. */
export const canJudgeInParts = (): boolean => existsSync(worker);

type PartOptions = Pick<RunOptions, "known" | "revisions" | "signal" | "onEntry" | "onProgress"> &
  Pick<PartOrder, "seed" | "depth">;

/** Judges embedded sandboxes, the first part of the proofs here and each other in a thread of its own; the record is that of one run. */
export async function judgeInParts({ seed, depth, known = [], revisions, ...rest }: PartOptions): Promise<RunRecord> {
  const failure = new AbortController();
  const signal = rest.signal ? AbortSignal.any([rest.signal, failure.signal]) : failure.signal;
  const record = beginRecord(
    { name: embeddedName, seed, depth, ...(known.length > 0 ? { known } : {}), ...(revisions ? { revisions } : {}) },
    rest.onEntry,
  );
  const progresses = new Map<number, Progress>();
  // The first part is written down as it goes, and the others after it, so that the order is always the same.
  const waiting: Entry[][] = Array.from({ length: parts }, () => []);
  const isComplete: boolean[] = [];
  const runPart = (part: number): Promise<void> => {
    const hear = ({ entries, ...news }: PartNews) => {
      const own = entries.filter(({ kind }) => kind !== "run" && kind !== "end" && (part === 1 || kind !== "target"));
      if (part === 1) for (const entry of own) record.write(entry);
      else waiting[part - 1]?.push(...own);
      if ("complete" in news) isComplete[part - 1] = news.complete;
      else progresses.set(part, news.progress);
      if (progresses.size === parts) rest.onProgress?.([...progresses.values()].reduce(sum));
    };
    const order: PartOrder = { seed, depth, shard: { part, of: parts } };
    const judging = part === 1 ? runHere(order, signal, hear) : runThread(order, signal, hear);
    return judging.catch((error: unknown) => {
      failure.abort();
      throw error;
    });
  };
  // Threads first, since they are loaded meanwhile.
  await Promise.all(Array.from({ length: parts }, (_, index) => runPart(parts - index)));
  for (const entries of waiting) for (const entry of withIdsAfter(record.entries, entries)) record.write(entry);
  return record.end(isComplete.filter(Boolean).length === parts);
}

async function runHere(order: PartOrder, signal: AbortSignal, hear: (news: PartNews) => void): Promise<void> {
  const { judgePart } = await import("./judge-part.ts");
  await judgePart(order, signal, hear);
}

async function runThread(order: PartOrder, signal: AbortSignal, hear: (news: PartNews) => void): Promise<void> {
  const thread = new Worker(worker, { workerData: order });
  const stop = () => {
    thread.postMessage("stop", []);
    // A thread that is still being loaded hears nothing.
    setTimeout(() => void thread.terminate(), grace).unref();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const ended = new Promise<void>((resolve, reject) => {
    thread.on("error", reject);
    thread.on("message", (news: PartNews) => {
      hear(news);
      if ("complete" in news) resolve();
    });
    thread.once("exit", () => {
      if (signal.aborted) resolve();
      else reject(new Error(`part ${order.shard.part} of the run ended before it was done`));
    });
  });
  try {
    await ended;
    // It ends by itself, once its sandbox is closed: a thread that is ended while it reads an answer takes the process with it.
    thread.unref();
    setTimeout(() => void thread.terminate(), closing).unref();
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const sum = (a: Progress, b: Progress): Progress => ({
  done: a.done + b.done,
  total: a.total + b.total,
  requests: a.requests + b.requests,
});

/** Entries whose exchanges and arrivals are counted on from those of earlier ones: `e-1` after `e-1500` is `e-1501`. */
function withIdsAfter(earlier: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const offsets: Readonly<Record<string, number>> = {
    e: entriesOf(earlier, "exchange").length,
    w: entriesOf(earlier, "arrival").length,
  };
  const rename = (id: string): string => {
    const [kind = "", number] = id.split("-");
    return `${kind}-${Number(number) + (offsets[kind] ?? 0)}`;
  };
  return entries.map((entry) => renamed(entry, rename));
}
