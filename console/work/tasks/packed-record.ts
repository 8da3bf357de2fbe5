import { gzipSync } from "node:zlib";
import { UsageError } from "../../../base/errors.ts";
import { type Entry, entriesOf } from "../../../record/journal.ts";
import { textOfResults } from "../../../record/results.ts";
import type { RunRecord } from "../../../record/run-folder.ts";

/** The record of a run, as it is stored. */
export interface PackedRecord {
  /** The text of results.json. */
  results: string;
  /** The journal, line by line, packed. */
  journal: Uint8Array;
}

/** The maximum of characters of results and journal together, unpacked: several times those of a full run; pages wait while one is read. */
const maxLengths = { partner: 4_000_000, provider: 64_000_000 };

/**
 * Packs what a run leaves. Exchanges beyond what pages could show are left out, and the journal counts them: a subject that sends a lot must not
 * keep its verdict from being stored.
 */
export function packRecord({ results, entries }: RunRecord): PackedRecord {
  const text = textOfResults(results);
  let left = maxLengths[results.kind] - text.length;
  if (left < 0) throw new UsageError("the results of the run are too long to be stored");
  const lines = new Map<Entry, string>();
  const forgotten: Record<string, number> = {};
  const exchanges = entriesOf(entries, "exchange");
  for (const entry of [...entries.filter(({ kind }) => kind !== "exchange"), ...exchanges]) {
    const line = `${JSON.stringify(entry)}\n`;
    if (line.length <= left) {
      lines.set(entry, line);
      left -= line.length;
    } else if (entry.kind === "exchange") forgotten[entry.operation] = (forgotten[entry.operation] ?? 0) + 1;
  }
  const kept = entries.flatMap((entry) => lines.get(entry) ?? []);
  if (Object.keys(forgotten).length > 0)
    kept.push(`${JSON.stringify({ kind: "forgotten", operations: forgotten } satisfies Entry)}\n`);
  return { results: text, journal: gzipSync(kept.join("")) };
}
