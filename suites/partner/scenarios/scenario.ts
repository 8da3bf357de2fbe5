import type { Claim } from "../../../harness/partner-profile.ts";
import type { Certifier } from "../certifier/certifier.ts";

/** Steps that are taken with the application for a claim, and the requirements that they show. */
export interface Scenario {
  title: string;
  claim: Claim;
  judges: readonly string[];
  run(certifier: Certifier): Promise<void>;
}
