import { type Claim, namesLocation, type PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { claims } from "./claims.ts";

/** By claim, true if the profile says how it is tried. */
const says: Record<Claim, (profile: PartnerProfile) => boolean> = {
  install: ({ connect }) => connect !== undefined,
  webhooks: ({ webhook_url }) => webhook_url !== undefined,
  lifecycle: ({ lifecycle_webhook_url }) => lifecycle_webhook_url !== undefined,
  resources: ({ actions }) => actions.resources !== undefined,
  calls: ({ actions }) => actions.calls !== undefined,
};

/** The claims for which a person can do what the profile does not say how to do. */
const byHand: readonly Claim[] = ["install", "resources", "calls"];

/** Why a claim cannot be tried with a profile; undefined when it can. */
export function gapFor(claim: Claim, profile: PartnerProfile, hasPerson: boolean): string | undefined {
  const isManual = byHand.includes(claim);
  if (!says[claim](profile) && !(isManual && hasPerson))
    return `the profile has no ${claims[claim].key}${isManual ? ", and there is no terminal where a person could be asked" : ""}`;
  const isAtOneLocation = claim !== "webhooks" && profile.connect && !namesLocation(profile.connect);
  return isAtOneLocation
    ? "connect does not contain {location_id}, so a second Location cannot be connected"
    : undefined;
}
