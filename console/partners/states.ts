import type { Verdict } from "../../record/results.ts";

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

/** The number of failures within that time that take a partner one step down. */
const failuresPerStep = 2;

/** The number of nightly runs without a verdict that degrade a partner: nothing stays certified that is never judged again. None is suspended without a failure. */
const maxUnjudged = 14;

/** The effect of a measured run of all claims on a partner. */
export interface PartnerStateChange {
  after: PartnerState;
  why: string;
}

/** Which state comes next when a nightly run fails too often. */
const stepDown: Partial<Record<PartnerState, PartnerState>> = { certified: "degraded", degraded: "suspended" };

/**
 * The state after a nightly run, if it changes. The failures are those of nightly runs since the last pass and the last change of state,
 * within the hours that count, this one included.
 */
export function afterNightly(
  state: PartnerState,
  verdict: Exclude<Verdict, "inconclusive">,
  failures: number,
): PartnerStateChange | undefined {
  if (verdict === "pass" && (state === "degraded" || state === "suspended"))
    return { after: "certified", why: "it passed again" };
  const below = stepDown[state];
  if (verdict !== "fail" || !below || failures < failuresPerStep) return undefined;
  return { after: below, why: `${failures} nightly runs failed within ${failureHours} hours` };
}

/** The state after a nightly run that its subject kept from a verdict, if it changes; so many were kept from one since the last pass and the last change of state. */
export function afterUnjudged(state: PartnerState, unjudged: number): PartnerStateChange | undefined {
  return state === "certified" && unjudged >= maxUnjudged
    ? { after: "degraded", why: `${unjudged} nightly runs in a row did not come to a verdict` }
    : undefined;
}
