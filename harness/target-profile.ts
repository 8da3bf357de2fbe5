import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Complaint } from "../base/format-check.ts";
import type { Bounds } from "./bounds.ts";
import { checkProfile, type Environment, type ProfileKind, readProfile } from "./profile-file.ts";
import type { Provocation } from "./provocation.ts";
import type { Credentials, Fixtures, Urls } from "./target.ts";

/** A target profile as it stands in the file, with the environment's values put in. */
export interface TargetProfile {
  name: string;
  urls?: Partial<Urls>;
  /** The control protocol: at an address, or by a module that exports its capabilities as functions. */
  control?: { url: string; token?: string } | { adapter: string };
  credentials?: Partial<Credentials>;
  fixtures?: Partial<Fixtures>;
  allow?: { mutations?: boolean; bursts?: boolean };
  pace?: { per_second?: number; per_minute?: number };
  /** For how many seconds after a write a read may still show what was before. */
  settle_s?: number;
  /** For how long a run may wait where the clock cannot be moved, such as `20m`. */
  patience?: string;
  /** What the run grants the target, where it should be more or less than usual. */
  bounds?: Partial<Bounds>;
  tls?: { ca_file?: string };
  webhooks?: { listen?: string; public_url?: string | null };
  overlays?: string[];
  /** How to cause an event on a live system, by event and change, such as `ClientEvent.created`. */
  provoke?: Record<string, Provocation>;
  /** The folder of the profile's file, where its commands are run. */
  folder?: string;
}

const kind: ProfileKind = { format: "target-profile", verbatim: ["credentials", "control", "provoke"] };

/** A target profile that a program hands over as an object; the files that it names are found from the current folder. */
export function targetProfile(value: TargetProfile): TargetProfile {
  const profile = checkProfile<TargetProfile>(value, kind);
  const { control } = profile;
  return control && "adapter" in control ? { ...profile, control: { adapter: resolve(control.adapter) } } : profile;
}

/** Reads a target profile; a mistake in it is one line that names the file, the key and what to do. */
export function loadTargetProfile(file: string, environment: Environment = process.env): TargetProfile {
  const { profile, complain } = readProfile<TargetProfile>(file, kind, environment);
  return {
    ...profile,
    name: profile.name ?? basename(file),
    folder: dirname(resolve(file)),
    ...filesBeside(file, profile, complain),
  };
}

/** The files that a profile names, found beside it. */
function filesBeside(
  file: string,
  profile: TargetProfile,
  complain: (complaint: Complaint) => never,
): Partial<TargetProfile> {
  const beside = (name: string, path: (string | number)[]): string => {
    const found = resolve(dirname(file), name);
    return existsSync(found)
      ? found
      : complain({ path, what: `there is no file ${name} beside the profile; mend the path` });
  };
  return {
    ...(profile.control && "adapter" in profile.control
      ? { control: { adapter: beside(profile.control.adapter, ["control", "adapter"]) } }
      : {}),
    ...(profile.tls?.ca_file ? { tls: { ca_file: beside(profile.tls.ca_file, ["tls", "ca_file"]) } } : {}),
    ...(profile.overlays ? { overlays: profile.overlays.map((name, index) => beside(name, ["overlays", index])) } : {}),
  };
}
