import { counted } from "../../base/text/wording.ts";
import type { Entry } from "../../record/journal.ts";
import { splitCell } from "../../specs/cells.ts";

/** The number of times that a requirement was found to hold, and by which proofs, in a sentence. */
export type JudgementsOf = (id: string) => string;

/** The number of proofs that a sentence names; the rest is counted. */
const shownProofs = 3;

/** The judgements that a journal records. */
export function judgementsIn(entries: readonly Entry[]): JudgementsOf {
  const times = new Map<string, number>();
  const proofs = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.kind === "judged")
      for (const id of entry.ids.map((cell) => splitCell(cell).requirement)) times.set(id, (times.get(id) ?? 0) + 1);
    if (entry.kind === "proof")
      for (const id of entry.ids) proofs.set(id, (proofs.get(id) ?? new Set<string>()).add(entry.title));
  }
  return (id) => {
    const count = times.get(id) ?? 0;
    return count > 0 ? `Held ${counted(count, "time")}${namesOf([...(proofs.get(id) ?? [])])}.` : "Held.";
  };
}

function namesOf(titles: readonly string[]): string {
  if (titles.length === 0) return "";
  const more = titles.length - shownProofs;
  return `: ${titles.slice(0, shownProofs).join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
}
