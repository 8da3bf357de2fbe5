import type { Certifier } from "../certifier/certifier.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { times } from "../times.ts";

/** The number of times that something refused may be tried: a few tries, and one more, are no one's fault. */
const fewTries = 5;

/** So many tries have no end that anybody would wait for. */
export const plenty = 30;

/** How tries without end are tried again: that a few more would have been the last ones is excluded where there are plenty. */
export const againUnlessPlenty = ({ length }: readonly PartnerRequest[]): "the scenario" | undefined =>
  length >= plenty ? undefined : "the scenario";

/** True if tries go on without end: there are many, or more than a few, and the application was still at it when it was last seen. */
export function isEndless(certifier: Certifier, tries: readonly PartnerRequest[]): boolean {
  const last = tries.at(-1);
  if (!last || tries.length <= fewTries) return false;
  return (
    tries.length >= plenty ||
    certifier.watcher.passedSince(last.at) < Math.max(certifier.quietSeconds, times.stillTrying) * 1000
  );
}
