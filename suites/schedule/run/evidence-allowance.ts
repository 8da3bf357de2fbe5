import { describeBytes } from "../../../base/text/wording.ts";
import { type Bounds, megabytes } from "../../../harness/bounds.ts";
import type { Response } from "../../../harness/exchange.ts";
import { type Redact, redactedWhole } from "../../../harness/redaction/redaction.ts";

/** How much of the messages of a run its journal keeps: whatever a target sends, the record stays small enough to be read. */
export class EvidenceAllowance {
  readonly #each: number;
  #left: number;
  /** The number of texts that were not recorded whole. */
  cuts = 0;

  constructor({ evidence_kb, evidence_mb }: Bounds) {
    this.#each = evidence_kb * 1000;
    this.#left = megabytes(evidence_mb);
  }

  /** A body as the journal keeps it, without secrets: whole, or its beginning and how long it was. */
  keep(body: string, redact: Redact): string {
    const most = Math.max(0, Math.min(this.#each, this.#left));
    const kept = body.length <= most ? redact(body) : beginningOf(body, Math.min(most, beginning), redact);
    this.#left -= kept.length;
    if (body.length > most) this.cuts++;
    return kept;
  }

  /** True if there is room for a value as JSON; if so, it is taken. */
  admits(value: unknown): boolean {
    const { length } = JSON.stringify(value) ?? "";
    if (length > Math.min(this.#each, this.#left)) return false;
    this.#left -= length;
    return true;
  }

  /** An address or a path as the journal keeps it: whole, unless it is long and the allowance is used up. */
  keepAddress(address: string, redact: Redact): string {
    return address.length <= free ? redact(address) : this.keep(address, redact);
  }

  /** The headers of an answer as the journal keeps them: none, where they are long and the allowance is used up. */
  keepHeaders(headers: Response["headers"], redact: Redact): Response["headers"] {
    const size = Object.entries(headers).flat().join("").length;
    if (size > free) {
      if (size > this.#left) {
        this.cuts++;
        return {};
      }
      this.#left -= size;
    }
    return redactedWhole(headers, redact);
  }
}

/** The characters of an address, or of an answer's headers, that count for nothing: most have fewer. */
const free = 2000;

/** The beginning of a body; what follows is looked at no further than a secret may reach. */
const beginningOf = (body: string, characters: number, redact: Redact): string =>
  `${redact(body.slice(0, 2 * beginning)).slice(0, characters)}… (${describeBytes(body.length)} in all)`;

/** The number of characters that are stored of a body that is too long. */
const beginning = 2000;
