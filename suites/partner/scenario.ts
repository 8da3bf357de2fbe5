import type { Claim, PartnerProfile } from "../../harness/partner-profile.ts";
import { type Certifier } from "./certifier.ts";

/** One thing that is played to the application, for a claim, and the requirements that it shows. */
export interface Scenario {
  title: string;
  claim: Claim;
  judges: readonly string[];
  /** Keys of the profile without which it cannot be played, not even by hand. */
  needs?: readonly (keyof PartnerProfile)[];
  play(certifier: Certifier): Promise<void>;
}
