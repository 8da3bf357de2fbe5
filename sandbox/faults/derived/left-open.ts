import type { DerivedFault } from "./derived-fault.ts";

/** A kind of fault that the specification leaves open, and the sentence that does. */
interface OpenPlace {
  /** The heading of the text with its words, or the number of the reading. */
  sentence: string;
  applies: (fault: DerivedFault, shown: boolean) => boolean;
}

const isWrong =
  (...wrongs: string[]) =>
  ({ wrong }: DerivedFault): boolean =>
    wrongs.includes(wrong);

/** What the specification leaves open. */
export const openPlaces: readonly OpenPlace[] = [
  {
    sentence: "Reading 1: message texts are never wrong",
    applies: (fault) =>
      fault.place.endsWith("/meta/message") && isWrong("has the other letter case", "is empty")(fault),
  },
];

/** The sentence that leaves a fault open; undefined where none does. `shown` tells whether anything was changed by it. */
export const whyOpen = (fault: DerivedFault, shown: boolean): string | undefined =>
  openPlaces.find(({ applies }) => applies(fault, shown))?.sentence;
