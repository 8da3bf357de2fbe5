import { faultIn } from "../../sandbox/faults/changes/fault.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { proofsNaming } from "../../suites/schedule/choose.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { inLanes, type Trial, tryFault } from "./attempt.ts";

/** Plants each fault in a sandbox of its own, and reports whether the suite finds it: its requirement's proofs first, and all others only if those find nothing. */
export const tryFaults = (names: readonly string[], seed: number): Promise<Trial[]> =>
  inLanes(names, async (name) => {
    const fault = faultIn(faults, name);
    const own = [...proofsNaming(fault.breaks), ...providerProofs.filter(({ slug }) => slug === shownBy[name])];
    const trial = await tryFault(name, fault, { seed, proofs: own });
    return trial.found ? trial : tryFault(name, fault, { seed, proofs: providerProofs });
  });

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
