import type { Claim } from "../../harness/partner-profile.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";

interface ClaimTerms {
  /** Areas of the ledger, and single requirements of other areas. */
  covers: readonly string[];
  /** The requirement that the whole claim rests on. */
  basis: string;
  /** The key of the profile that says how the claim is tried. */
  key: string;
}

/** What each claim asks to be judged, and what it takes. */
export const claims: Readonly<Record<Claim, ClaimTerms>> = {
  install: { covers: ["INST", "AUTH-20"], basis: "INST-29", key: "connect" },
  webhooks: { covers: ["HOOK"], basis: "HOOK-16", key: "webhook_url" },
  lifecycle: { covers: ["LIFE"], basis: "LIFE-5", key: "lifecycle_webhook_url" },
  resources: {
    covers: ["RES", "CUR", "AUTH-18", "RATE-14", "RATE-15"],
    basis: "RES-14",
    key: "actions.resources",
  },
  calls: { covers: ["CALL"], basis: "CALL-13", key: "actions.calls" },
};

/** The claim that a requirement belongs to; undefined for what is judged of every application. */
export const claimOf = (id: string): Claim | undefined =>
  (Object.keys(claims) as Claim[]).find((claim) =>
    claims[claim].covers.some((covered) => covered === id || id.startsWith(`${covered}-`)),
  );

/** Whether a claim rests on a requirement. */
export const isBasis = (id: string): boolean => Object.values(claims).some(({ basis }) => basis === id);

/** The requirements that a partner is judged by: those of a claim or, without one, those that hold of every application. */
export const requirementsUnder = (claim: Claim | undefined): string[] =>
  loadLedger()
    .filter((requirement) => binds(requirement, "partner") && requirement.level !== "open")
    .map(({ id }) => id)
    .filter((id) => claimOf(id) === claim);
