import { areaOf } from "../../../specs/areas.ts";
import type { BehaviourChange } from "../changes/fault.ts";

/** Hears that a fault changed something that would have been right. */
export type OnShown = () => void;

/** What a derived fault changes. */
export type DerivedKind = "field" | "enum" | "status" | "header" | "transition" | "bound" | "authority" | "event";

/** A fault that follows from the specification's documents instead of being written by hand. */
export interface DerivedFault {
  /** The place in the documents, and what is wrong there: "listCountries /data/*\/iso_code is null". */
  name: string;
  kind: DerivedKind;
  /** What is wrong, without the place: "is null". */
  wrong: string;
  /** The requirement that the document names for the place. */
  breaks: string;
  /** The requirements of the same place: those that stand above it in the document. */
  above: readonly string[];
  /** The operation, event, transition or figure that it is planted in. */
  place: string;
  /** The change; `onShown` is called whenever it changes what would have been right. */
  change: (onShown: OnShown) => BehaviourChange;
}

/** Whether a requirement is one of the place where a fault is: the one that it breaks, one of the same area, or one that stands above. */
export const isOfPlace = ({ breaks, above }: DerivedFault, requirement: string): boolean =>
  areaOf(requirement) === areaOf(breaks) || above.includes(requirement);
