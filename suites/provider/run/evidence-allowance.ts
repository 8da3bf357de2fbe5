import { describeBytes } from "../../../base/wording.ts";
import { type Bounds, megabytes } from "../../../harness/bounds.ts";

/** How much of the bodies of a run its journal keeps: whatever a target sends, the record stays small enough to be read. */
export class EvidenceAllowance {
  readonly #each: number;
  #left: number;

  constructor({ evidence_kb, evidence_mb }: Bounds) {
    this.#each = evidence_kb * 1000;
    this.#left = megabytes(evidence_mb);
  }

  /** A body as the journal keeps it: whole, or its beginning and how long it was. */
  keep(body: string): string {
    const most = Math.max(0, Math.min(this.#each, this.#left));
    const isWhole = body.length <= most;
    const kept = isWhole ? body : `${body.slice(0, Math.min(most, beginning))}… (${describeBytes(body.length)} in all)`;
    this.#left -= kept.length;
    return kept;
  }
}

/** How many letters are kept of a body that is too long to be kept whole. */
const beginning = 2000;
