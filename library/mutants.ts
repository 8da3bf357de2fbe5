import type { Failure } from "../sandbox/faults/derived/derived-fault.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { proofsNaming } from "../suites/schedule/choose.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import { attempt, inLanes } from "./attempt.ts";

/** What became of one fault: the requirements that failed, and whether the one that it breaks is among them. */
export interface Trial {
  fault: string;
  breaks: string;
  subtle: boolean;
  failed: string[];
  found: boolean;
}

/** Plants each fault in a sandbox of its own, and reports whether the suite finds it. */
export const tryFaults = (names: readonly string[], seed: number): Promise<Trial[]> =>
  inLanes(names, (name) => tryFault(name, seed));

/** Where a fault shows that no proof of its requirement meets: the proof that is tried next, since a whole run takes long. */
export const shownBy: Readonly<Record<string, string>> = {
  "success is false on the third page of Locations": "connected-locations-page-by-page-with-and-without-next-slot",
  "count is ignored": "connected-locations-page-by-page-with-and-without-next-slot",
  "input that is not valid is refused with a page": "listCalls-answers-mistakes-without-a-server-error",
  "input that is not valid is refused without a message": "listCalls-answers-mistakes-without-a-server-error",
  "payments are dated in words": "a-payment-that-a-partner-reported-can-be-charged-back",
  "the last page lacks next_cursor": "walking-a-collection-gives-each-resource-once-in-order-with-any-limit",
  "the remainder goes below nothing": "walking-a-collection-gives-each-resource-once-in-order-with-any-limit",
  "the reset counts down": "walking-a-collection-gives-each-resource-once-in-order-with-any-limit",
};

/** Tries the requirement that a fault breaks first, and all others only if that finds nothing. */
async function tryFault(name: string, seed: number): Promise<Trial> {
  const { breaks = "", subtle = false } = faults[name] ?? {};
  const tls = breaks.startsWith("TLS-");
  const tryWith = async (proofs: typeof providerProofs) => {
    const isEnough = ({ requirement }: Failure) => requirement === breaks;
    const failures = await attempt({ behaviour: behaviourWith(name), tls, seed, proofs, isEnough });
    return [...new Set(failures.map(({ requirement }) => requirement))];
  };
  const own = await tryWith([...proofsNaming(breaks), ...providerProofs.filter(({ slug }) => slug === shownBy[name])]);
  const failed = own.includes(breaks) ? [breaks] : await tryWith(providerProofs);
  return {
    fault: name,
    breaks,
    subtle,
    failed: failed.includes(breaks) ? [breaks] : failed,
    found: failed.includes(breaks),
  };
}
