import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { claimCovering } from "../../specs/ledger/claims.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";

interface ClaimTerms {
  /** The requirement that the whole claim rests on. */
  basis: string;
  /** The key of the profile that says how the claim is tried. */
  key: string;
}

/** The terms of each claim: the claims that it rests on, and the needs of its scenarios. */
export const claims: Readonly<Record<Claim, ClaimTerms>> = {
  install: { basis: "INST-29", key: "connect" },
  webhooks: { basis: "HOOK-16", key: "webhook_url" },
  lifecycle: { basis: "LIFE-5", key: "lifecycle_webhook_url" },
  resources: { basis: "RES-14", key: "actions.resources" },
  calls: { basis: "CALL-13", key: "actions.calls" },
};

/** The claim that a requirement belongs to; undefined for what is judged of every application. */
export const claimOf = (id: string): Claim | undefined => claimCovering(id) as Claim | undefined;

/** True if a claim rests on a requirement. */
export const isBasis = (id: string): boolean => Object.values(claims).some(({ basis }) => basis === id);

/** The requirements that a partner is judged by: those of a claim or, without one, those that hold of every application. */
export const requirementsUnder = (claim: Claim | undefined): string[] =>
  loadLedger()
    .filter((requirement) => binds(requirement, "partner") && requirement.level !== "open")
    .map(({ id }) => id)
    .filter((id) => claimOf(id) === claim);
