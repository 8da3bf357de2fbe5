import { type Redact, type Redaction, redacted, redactedWhole } from "../../harness/redaction/redaction.ts";
import type { Entry, Journal } from "../journal.ts";
import { observedValue } from "../results/observed-value.ts";

/** Entries that may quote an answer; the others are our own words, or were redacted when they were recorded. */
const quoting: ReadonlySet<Entry["kind"]> = new Set([
  "finding",
  "untestable",
  "observation",
  "trouble",
  "target",
  "contract",
] as const);

/** Keys that identify an entry and its subject are ours alone: a profile that calls one of these words a secret must not change what is judged. */
const ownKeys = ["kind", "id", "ids", "requirement", "cell", "exchange", "operation"];

/** An entry without secrets, and with nothing in it that JSON cannot hold. */
export function redactedEntry(entry: Entry, redact: Redact): Entry {
  if (entry.kind === "observation")
    return { ...entry, topic: redact(entry.topic), value: redactedWhole(observedValue(entry.value), redact) };
  const own = Object.entries(entry).filter(([key]) => ownKeys.includes(key));
  return { ...redacted(entry, redact), ...(Object.fromEntries(own) as Partial<Entry>) } as Entry;
}

/** Entries that are sentences of ours. */
const sentences: ReadonlySet<Entry["kind"]> = new Set(["finding", "untestable", "trouble"] as const);

/** A journal that no secret reaches. */
export const redactedJournal = (journal: Journal, { redact, redactProse }: Redaction): Journal => ({
  write: (entry) =>
    journal.write(
      quoting.has(entry.kind) ? redactedEntry(entry, sentences.has(entry.kind) ? redactProse : redact) : entry,
    ),
});
