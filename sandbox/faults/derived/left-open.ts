import type { DerivedFault } from "./derived-fault.ts";

/** A kind of fault that the specification leaves open, and the sentence that does. */
interface OpenPlace {
  sentence: string;
  applies: (fault: DerivedFault) => boolean;
}

/** What the specification leaves open, by the headings of its text or the numbers of its readings. */
export const openPlaces: readonly OpenPlace[] = [];

/** The sentence that leaves a fault open; undefined where none does. */
export const whyOpen = (fault: DerivedFault): string | undefined =>
  openPlaces.find(({ applies }) => applies(fault))?.sentence;
