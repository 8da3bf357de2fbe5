import type { Claim, PartnerProfile } from "../../harness/partner-profile.ts";
import { type Stage } from "./stage.ts";

/** One thing that is played to the application, for a claim, and the requirements that it shows. */
export interface Scene {
  title: string;
  claim: Claim;
  judges: readonly string[];
  /** Keys of the profile without which it cannot be played, not even by hand. */
  needs?: readonly (keyof PartnerProfile)[];
  play(stage: Stage): Promise<void>;
}
