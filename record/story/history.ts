import { clockPath, resetPath } from "../../harness/control/control-calls.ts";
import {
  type ArrivalEntry,
  type ControlEntry,
  type Entry,
  type ExchangeEntry,
  entriesOf,
  type RecordedFinding,
} from "../journal.ts";

/** Something that happened in a world: a request was answered, a webhook arrived, a control call was made. */
export type Happening = ExchangeEntry | ArrivalEntry | ControlEntry;

/** The happenings in a world up to a finding, and those that belong to the proof, or the generated case, that found it. */
export interface WorldHistory {
  happenings: readonly Happening[];
  /** Where the proof or the case begins among them. */
  caseBegins: number;
}

const isReset = (entry: Entry): boolean => entry.kind === "control" && entry.path === resetPath;
export const isClockMove = (entry: Happening): entry is ControlEntry =>
  entry.kind === "control" && entry.path === clockPath;

const isHappening = (entry: Entry): entry is Happening =>
  entry.kind === "exchange" || entry.kind === "arrival" || entry.kind === "control";

/** Reports what led to findings of a journal: from the last reset, or from the beginning where there is none, to what shows the finding. */
export function createHistories(entries: readonly Entry[]): (finding: RecordedFinding) => WorldHistory {
  const places = new Map(entries.map((entry, index) => [entry, index] as const));
  const shown = new Map(
    [...entriesOf(entries, "exchange"), ...entriesOf(entries, "arrival")].map((entry) => [entry.id, entry] as const),
  );
  return (finding) => {
    const anchor = finding.exchange === undefined ? undefined : shown.get(finding.exchange);
    const end = places.get(anchor ?? (finding as Entry)) ?? -1;
    const begin = lastIndex(entries, end, isReset);
    const proof = lastIndex(entries, end, ({ kind }) => kind === "proof" || kind === "case");
    const before = entries.slice(begin, Math.max(begin, proof)).filter(isHappening);
    const during = entries.slice(Math.max(begin, proof), end + 1).filter(isHappening);
    return { happenings: [...before, ...during], caseBegins: before.length };
  };
}

/** The last index up to an end at which something holds; 0 where it never does. */
function lastIndex(entries: readonly Entry[], end: number, holds: (entry: Entry) => boolean): number {
  let index = end;
  while (index > 0 && !holds(entries[index] as Entry)) index--;
  return Math.max(0, index);
}
