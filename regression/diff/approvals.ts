import { existsSync, readFileSync } from "node:fs";
import { isMap, isSeq, parseDocument } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import type { Difference } from "./differences/difference.ts";
import { readIgnores } from "./ignores.ts";

/** Differences that someone approves, why, and the last day on which that holds. */
export interface Approval {
  fingerprints: readonly string[];
  reason: string;
  expires: string;
}

/** Adds approved differences to an ignore file, which is made if it is not there; one that is approved again stands there as approved last, and all else as it is written. */
export function approve(file: string, { fingerprints, reason, expires }: Approval, found: readonly Difference[]): void {
  const approved = [...new Set(fingerprints)].map((fingerprint) => {
    const difference = found.find((known) => known.fingerprint === fingerprint);
    if (!difference)
      throw new UsageError(`--approve: no difference has the fingerprint ${fingerprint}; \`assay diff\` shows them`);
    return difference;
  });
  if (existsSync(file)) readIgnores(file);
  const document = parseDocument(existsSync(file) ? readFileSync(file, "utf8") : "ignore: []\n");
  const list = document.get("ignore");
  if (!isSeq(list)) throw new UsageError(`${file}#/ignore: expected a list`);
  list.flow = false;
  list.items = list.items.filter((item) => !isMap(item) || !fingerprints.includes(String(item.get("fingerprint"))));
  for (const { fingerprint, rule, says } of approved) {
    const entry = document.createNode({ fingerprint, rule, reason, expires });
    entry.commentBefore = ` ${says}`;
    list.add(entry);
  }
  writeWhole(file, document.toString({ lineWidth: 0 }));
}
