import { type Redaction, redacted } from "../harness/redaction.ts";
import type { Entry, Journal } from "./journal.ts";

/** Entries that may quote an answer; the others are our own words, or were redacted when they were recorded. */
const quoting: ReadonlySet<Entry["kind"]> = new Set([
  "finding",
  "untestable",
  "observation",
  "trouble",
  "target",
  "contract",
] as const);

/** A journal that no secret reaches. */
export const redactedJournal = (journal: Journal, { redact }: Redaction): Journal => ({
  write: (entry) =>
    journal.write(quoting.has(entry.kind) ? ({ ...redacted(entry, redact), kind: entry.kind } as Entry) : entry),
});
