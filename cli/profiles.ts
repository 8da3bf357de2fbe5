import { refuseExecutions } from "../harness/executions.ts";
import { loadPartnerProfile, type PartnerProfile } from "../harness/partner-profile.ts";
import { inProfile } from "../harness/profile-error.ts";
import { loadTargetProfile, type TargetProfile } from "../harness/target-profile.ts";
import type { Io } from "./io.ts";

type Surroundings = Pick<Io, "env" | "redaction" | "isExecRefused">;

/** Reads a target profile; one that runs something is refused where `--no-exec` says so. */
export const openTargetProfile = (file: string, io: Surroundings): TargetProfile =>
  admit(file, loadTargetProfile(file, io.env), io);

/** The same for a partner profile. */
export const openPartnerProfile = (file: string, io: Surroundings): PartnerProfile =>
  admit(file, loadPartnerProfile(file, io.env), io);

/** A profile whose secrets are never printed. */
export function hidden<T extends TargetProfile | PartnerProfile>(profile: T, io: Pick<Io, "redaction">): T {
  io.redaction.keep(profile.secrets ?? []);
  return profile;
}

function admit<T extends TargetProfile | PartnerProfile>(file: string, profile: T, io: Surroundings): T {
  try {
    if (io.isExecRefused) refuseExecutions(profile);
    return hidden(profile, io);
  } catch (error) {
    throw inProfile(file, error);
  }
}
