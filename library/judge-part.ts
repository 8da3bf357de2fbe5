import type { Depth } from "../record/depth.ts";
import type { Entry, Shard } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { embedded, receivingHere } from "./embedded.ts";
import { judgeTarget, type Progress } from "./judge.ts";

/** The order for a part of a run. */
export interface PartOrder {
  seed: number;
  depth: Depth;
  shard: Shard;
}

/** News of a part: its entries and how far it has come, and at last whether it came to its end. */
export type PartNews = { entries: Entry[]; progress: Progress } | { entries: Entry[]; complete: boolean };

/** Starts a sandbox, and does one part of the proofs there. */
export async function judgePart(
  order: PartOrder,
  signal: AbortSignal,
  report: (news: PartNews) => void,
): Promise<void> {
  const sandbox = await createSandbox(receivingHere);
  const unsent: Entry[] = [];
  try {
    const { results } = await judgeTarget(embedded(sandbox), {
      ...order,
      signal,
      onEntry: (entry) => unsent.push(entry),
      onProgress: (progress) => report({ entries: unsent.splice(0), progress }),
    });
    report({ entries: unsent.splice(0), complete: results.complete !== false });
  } finally {
    await sandbox.close();
  }
}
