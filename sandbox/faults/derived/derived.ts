import { answerFaults } from "./answers.ts";
import { authorityFaults } from "./authority.ts";
import { boundFaults } from "./bounds.ts";
import type { DerivedFault } from "./derived-fault.ts";
import { eventFaults } from "./events.ts";
import { headerFaults } from "./headers.ts";
import { otherValueFaults } from "./other-values.ts";
import { statusFaults } from "./statuses.ts";
import { transitionFaults } from "./transitions.ts";

let derived: Map<string, DerivedFault> | undefined;

/** Every fault that follows from the specification's documents, by name. */
export function derivedFaults(): ReadonlyMap<string, DerivedFault> {
  derived ??= new Map(
    [
      ...answerFaults(),
      ...otherValueFaults(),
      ...statusFaults(),
      ...headerFaults(),
      ...transitionFaults(),
      ...boundFaults(),
      ...authorityFaults(),
      ...eventFaults(),
    ].map((fault) => [fault.name, fault]),
  );
  return derived;
}
