import type { Verdict } from "../../record/results.ts";

/** What a partner is to the marketplace. */
export const partnerStates = [
  "new",
  "awaiting-approval",
  "certified",
  "degraded",
  "suspended",
  "revoked",
  "expired",
] as const;
export type PartnerState = (typeof partnerStates)[number];

/** Within how many hours two failures count together. */
export const failureHours = 48;

/** How many failures within that time take a partner one step down. */
export const failuresPerStep = 2;

/** What a measured run of all claims means for a partner. */
export interface PartnerStateChange {
  after: PartnerState;
  why: string;
}

/** Which state comes next when a nightly run fails too often. */
const stepDown: Partial<Record<PartnerState, PartnerState>> = { certified: "degraded", degraded: "suspended" };

/**
 * The state after a nightly run, if it changes. The failures are those of nightly runs since the last pass and the last change of state,
 * within the hours that count, this one included. What was not measured, or left something unjudged, changes nothing.
 */
export function afterNightly(state: PartnerState, verdict: Verdict, failures: number): PartnerStateChange | undefined {
  if (verdict === "pass" && (state === "degraded" || state === "suspended"))
    return { after: "certified", why: "it passed again" };
  const below = stepDown[state];
  if (verdict !== "fail" || !below || failures < failuresPerStep) return undefined;
  return { after: below, why: `${failures} nightly runs failed within ${failureHours} hours` };
}
