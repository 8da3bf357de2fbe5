import { type Redaction, redacted } from "../harness/redaction.ts";
import type { Entry, Journal } from "./journal.ts";

/** What may quote an answer; the rest of a journal is ours, or was redacted when it was recorded. */
const quoting: ReadonlySet<Entry["kind"]> = new Set(["finding", "untestable", "observation", "target"] as const);

/** A journal that no secret reaches. */
export const redactedJournal = (journal: Journal, { redact }: Redaction): Journal => ({
  write: (entry) =>
    journal.write(quoting.has(entry.kind) ? ({ ...redacted(entry, redact), kind: entry.kind } as Entry) : entry),
});
