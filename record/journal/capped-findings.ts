import { placeOf } from "../findings.ts";
import type { Entry, RecordedFinding } from "../journal.ts";

/** The number of findings of one place that are written down, and of how many places of one requirement: thousands show no more than the first. */
const most = { ofPlace: 100, places: 300 };

type FindingEntry = Extract<Entry, { kind: "finding" }>;

/** Lets through the first findings of each place, and counts the others. */
export class CappedFindings {
  readonly #seen = new Map<string, Map<string, number>>();
  readonly #held = new Map<string, FindingEntry & { times: number }>();

  /** True if a finding is to be written down; else it is counted. */
  admits(finding: FindingEntry): boolean {
    const places = this.#seen.get(finding.requirement) ?? new Map<string, number>();
    this.#seen.set(finding.requirement, places);
    const place = placeOf(finding);
    const known = places.get(place) ?? 0;
    const isStored = known > 0 ? known < most.ofPlace : places.size < most.places;
    if (known > 0 || isStored) places.set(place, known + 1);
    if (!isStored) this.#hold(finding, known > 0 ? place : "");
    return isStored;
  }

  /** One finding for all that were counted of each place since the last time. */
  release(): RecordedFinding[] {
    const held = [...this.#held.values()];
    this.#held.clear();
    return held;
  }

  #hold(finding: FindingEntry, place: string): void {
    const key = `${finding.requirement}\n${place}`;
    const held = this.#held.get(key);
    const { times = 1 } = finding;
    if (held) held.times += times;
    else this.#held.set(key, { ...finding, times });
  }
}
