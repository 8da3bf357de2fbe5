import type { Entry, Journal } from "../journal.ts";

/** Entries that may still follow an interruption, such as uninstalling; they blame no one. */
const afterwards: ReadonlySet<Entry["kind"]> = new Set(["exchange", "observation"]);

/** A journal that takes no judgement any more after a signal: whatever breaks off then breaks off through us. */
export const untilAborted = (journal: Journal, signal: AbortSignal): Journal => ({
  write(entry) {
    if (!signal.aborted || afterwards.has(entry.kind)) journal.write(entry);
  },
});
