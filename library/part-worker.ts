import { parentPort, workerData } from "node:worker_threads";
import type { Depth } from "../record/depth.ts";
import type { Entry, Shard } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { embedded, receivingHere } from "./embedded.ts";
import { judgeTarget, type Progress } from "./judge.ts";

/** What a thread is told when it begins. */
export interface PartOrder {
  seed: number;
  depth: Depth;
  shard: Shard;
}

/** What a thread tells: what it has written and how far it has come, and at last whether it came to its end. */
export type PartNews = { entries: Entry[]; progress: Progress } | { entries: Entry[]; complete: boolean };

// A thread of its own: it starts a sandbox, and does its part of the proofs there.
const order = workerData as PartOrder;
const interruption = new AbortController();
parentPort?.once("message", () => interruption.abort());
const sandbox = await createSandbox(receivingHere);
const unsent: Entry[] = [];
const tell = (news: PartNews) => parentPort?.postMessage(news, []);
try {
  const { results } = await judgeTarget(embedded(sandbox), {
    ...order,
    signal: interruption.signal,
    onEntry: (entry) => unsent.push(entry),
    onProgress: (progress) => tell({ entries: unsent.splice(0), progress }),
  });
  tell({ entries: unsent.splice(0), complete: results.complete !== false });
} finally {
  await sandbox.close();
  parentPort?.close();
}
