import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import type { Complaint } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";
import type { Provocation } from "../application/provocation.ts";
import type { Bounds } from "../bounds.ts";
import type { ControlAddress } from "../control/control-http.ts";
import type { Credentials, Fixtures, Urls } from "../target.ts";
import { addressMistakes, placeholderMistakes } from "./placeholders.ts";
import {
  checkProfile,
  checkValues,
  type Environment,
  type ProfileKind,
  type ProfileSecrets,
  readProfile,
} from "./profile-file.ts";
import { headerMistakes } from "./profile-headers.ts";

/** A target profile as it stands in the file, with the environment's values put in. */
export interface TargetProfile extends ProfileSecrets {
  name: string;
  urls?: Partial<Urls>;
  /** The control protocol: at an address, or by a module that exports its capabilities as functions. */
  control?: ControlAddress | { adapter: string };
  credentials?: Partial<Credentials>;
  fixtures?: Partial<Fixtures>;
  allow?: { mutations?: boolean; bursts?: boolean };
  pace?: { per_second?: number; per_minute?: number };
  /** For how many seconds after a write a read may still show what was before. */
  settle_s?: number;
  /** For how long a run may wait where the clock cannot be moved, such as `20m`. */
  patience?: string;
  /** Bounds of the run that should differ from the usual ones. */
  bounds?: Partial<Bounds>;
  tls?: { ca_file?: string };
  webhooks?: { listen?: string; public_url?: string | null };
  overlays?: string[];
  /** How to cause an event on a live system, by event and change, such as `ClientEvent.created`. */
  provoke?: Record<string, Provocation>;
  /** The folder of the profile's file, where its commands are run. */
  folder?: string;
}

/** The values of the placeholders of `provoke`. */
const placeholders = ["location_id", "now"];

/** How a target profile is checked; with a folder, the files that it names have to be there. */
const kindIn = (folder?: string): ProfileKind => ({
  format: "target-profile",
  verbatim: ["credentials", "control", "provoke"],
  inspect: (profile) => [
    ...addressMistakes(profile),
    ...provocationMistakes(profile),
    ...sameTwice(profile),
    ...(folder === undefined ? [] : namedFiles(profile).flatMap((named) => lacking(named, folder))),
  ],
});

/** A target profile that a program hands over as an object; the files that it names are found from the current folder. */
export function targetProfile(value: TargetProfile): TargetProfile {
  const profile = checkProfile<TargetProfile>(value, kindIn());
  const { control } = profile;
  return control && "adapter" in control ? { ...profile, control: { adapter: resolve(control.adapter) } } : profile;
}

/** Refuses values for a target profile that is to be written. */
export const checkTargetValues = (value: unknown): void => checkValues(value, kindIn());

/** Reads a target profile; each mistake in it is one line that names the file, the key and what to do. */
export function loadTargetProfile(file: string, environment: Environment = process.env): TargetProfile {
  const folder = dirname(resolve(file));
  const { profile } = readProfile<TargetProfile>(file, kindIn(folder), environment);
  return { ...profile, name: profile.name ?? basename(file), folder, ...filesIn(folder, profile) };
}

/** A file that a profile names, and where. */
interface NamedFile {
  path: (string | number)[];
  name: string;
}

/** The files that a profile names, as far as it is written as it should be. */
function namedFiles({ control, tls, overlays }: Readonly<Record<string, unknown>>): NamedFile[] {
  const named = [
    { path: ["control", "adapter"], name: fieldsOf(control).adapter },
    { path: ["tls", "ca_file"], name: fieldsOf(tls).ca_file },
    ...(Array.isArray(overlays) ? overlays.map((name: unknown, index) => ({ path: ["overlays", index], name })) : []),
  ];
  return named.filter((file): file is NamedFile => typeof file.name === "string");
}

function lacking({ path, name }: NamedFile, folder: string): Complaint[] {
  const file = resolve(folder, name);
  if (!existsSync(file)) return [{ path, what: `there is no file ${name} beside the profile; fix the path` }];
  if (path.at(-1) === "ca_file" && !textOrNothing(file).includes("-----BEGIN CERTIFICATE-----"))
    return [{ path, what: `${name} holds no certificate; give the authority's, as PEM` }];
  return [];
}

/** The files that a profile names, found in its folder. */
function filesIn(folder: string, { control, tls, overlays }: TargetProfile): Partial<TargetProfile> {
  return {
    ...(control && "adapter" in control ? { control: { adapter: resolve(folder, control.adapter) } } : {}),
    ...(tls?.ca_file ? { tls: { ca_file: resolve(folder, tls.ca_file) } } : {}),
    ...(overlays ? { overlays: overlays.map((name) => resolve(folder, name)) } : {}),
  };
}

const provocationMistakes = ({ provoke }: Readonly<Record<string, unknown>>): Complaint[] =>
  Object.entries(fieldsOf(provoke)).flatMap(([event, how]) => [
    ...placeholderMistakes(how, ["provoke", event], placeholders),
    ...headerMistakes(how, ["provoke", event]),
  ]);

/** The values that each of these must differ from: a user with other rights, another credential, another kind of Location or application. */
const others: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  credentials: {
    system_user_token: ["owner_user_token"],
    limited_user_token: ["owner_user_token"],
    no_access_user_token: ["owner_user_token", "system_user_token"],
    v3_other_token: ["v3_token"],
  },
  fixtures: {
    second_location_id: ["location_id"],
    blocked_location_id: ["location_id", "second_location_id"],
    inaccessible_location_id: ["location_id", "second_location_id"],
    unknown_location_id: ["location_id", "second_location_id"],
    fast_application_id: ["application_id"],
  },
};

function sameTwice(profile: Readonly<Record<string, unknown>>): Complaint[] {
  return Object.entries(others).flatMap(([part, keys]) => {
    const given = fieldsOf(profile[part]);
    const isSame = (key: string, other: string) => given[key] !== undefined && given[key] === given[other];
    return Object.entries(keys).flatMap(([key, than]) => {
      const other = than.find((each) => isSame(key, each));
      return other ? [{ path: [part, key], what: `it is the same as ${other}; give another, or leave it out` }] : [];
    });
  });
}
