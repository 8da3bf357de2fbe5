import { UsageError } from "../../base/errors.ts";
import { refuseExecutions } from "../../harness/profiles/executions.ts";
import {
  type LoadedPartnerProfile,
  loadPartnerProfile,
  type PartnerProfile,
} from "../../harness/profiles/partner-profile.ts";
import { inProfile } from "../../harness/profiles/profile-error.ts";
import { loadTargetProfile, type TargetProfile } from "../../harness/profiles/target-profile.ts";
import type { Io } from "../io/io.ts";

type ProfileSurroundings = Pick<Io, "env" | "redaction" | "isExecRefused" | "isReadOnly">;

/** Reads a target profile; one that runs something is refused where `--no-exec` says so. */
export function openTargetProfile(file: string, io: ProfileSurroundings): TargetProfile {
  const profile = loadTargetProfile(file, io.env);
  return admit(file, io.isReadOnly ? readOnly(file, profile) : profile, io);
}

/** A profile by which a target is only read: its control protocol, which resets and seeds, is left alone. */
function readOnly(file: string, { control, ...profile }: TargetProfile): TargetProfile {
  if (control && !profile.urls)
    throw new UsageError(
      `${file}: urls: only control leads to this target, and control changes it; give its addresses and tokens, or allow changes with --allow-changes`,
    );
  return { ...profile, provoke: {}, allow: { mutations: false, bursts: false } };
}

/** The same for a partner profile. */
export const openPartnerProfile = (file: string, io: ProfileSurroundings): LoadedPartnerProfile =>
  admit(file, loadPartnerProfile(file, io.env), io);

/** A profile whose secrets are never printed. */
export function hidden<T extends TargetProfile | PartnerProfile>(profile: T, io: Pick<Io, "redaction">): T {
  io.redaction.keep(profile.secrets ?? []);
  return profile;
}

function admit<T extends TargetProfile | PartnerProfile>(file: string, profile: T, io: ProfileSurroundings): T {
  try {
    if (io.isExecRefused) refuseExecutions(profile);
    return hidden(profile, io);
  } catch (error) {
    throw inProfile(file, error);
  }
}
