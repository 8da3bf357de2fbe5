import { gzipSync } from "node:zlib";
import { UsageError } from "../../../base/errors.ts";
import { textOfResults } from "../../../record/results.ts";
import type { RunRecord } from "../../../record/run-folder.ts";

/** What a run leaves, as it is stored. */
export interface PackedRecord {
  /** The text of results.json. */
  results: string;
  /** The journal, line by line, packed. */
  journal: Uint8Array;
}

/** The most characters of results and journal together, unpacked: several times those of a full run. */
const maxLengths = { partner: 16_000_000, provider: 64_000_000 };

/** Packs what a run leaves; more than pages could show is refused. */
export function packRecord({ results, entries }: RunRecord): PackedRecord {
  const maxLength = maxLengths[results.kind];
  const text = textOfResults(results);
  let length = text.length;
  const lines = entries.map((entry) => {
    const line = `${JSON.stringify(entry)}\n`;
    length += line.length;
    if (length > maxLength) throw new UsageError(`the record of the run is longer than ${maxLength} characters`);
    return line;
  });
  return { results: text, journal: gzipSync(lines.join("")) };
}
