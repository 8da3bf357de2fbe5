import type { Claim } from "../../../harness/profiles/partner-profile.ts";
import type { Certifier } from "../certifier/certifier.ts";

/** Steps that are taken with the application for a claim, and the requirements that they show. */
export interface Scenario {
  title: string;
  claim: Claim;
  judges: readonly string[];
  /** Present where it cannot be played again, because it changes what it begins with. */
  isUnrepeatable?: true;
  run(certifier: Certifier): Promise<void>;
}
