import { dirname, resolve } from "node:path";
import { type Complaint, mistakesIn } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";
import type { Urls } from "../target.ts";
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

export type Claim = "install" | "webhooks" | "lifecycle" | "resources" | "calls";

/** A request to the application itself: what an owner's browser does, or how the application is asked to read. */
export interface Ask {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Where the platform that is played can be reached. */
export interface PlatformAddress {
  listen?: string;
  public_urls?: string | Urls;
  /** Files in PEM form. */
  tls?: { cert: string; key: string };
  /** The addresses of a proxy that TLS ends at. */
  proxy?: string[];
  secret?: string;
}

/** The time that an application is waited for, in seconds: without a request, in all, and for a callback. */
interface PartnerPatience {
  quiet_s: number;
  max_s: number;
  callback_s: number;
}

/** A partner profile as it is written. */
export type WrittenPartnerProfile = Pick<PartnerProfile, "name" | "claims"> &
  Partial<Omit<PartnerProfile, "folder" | "patience" | "secrets">> & { patience?: Partial<PartnerPatience> };

/** A partner profile with the environment's values put in, and defaults where it says nothing. */
export interface PartnerProfile extends ProfileSecrets {
  name: string;
  /** The application's own version. */
  version?: string;
  claims: Claim[];
  /** Fixes what the platform chooses where the specification is silent. */
  dialect?: number;
  platform?: PlatformAddress;
  start?: { command: string; ready?: string };
  connect?: Ask;
  webhook_url?: string;
  lifecycle_webhook_url?: string;
  actions: { resources?: Ask; calls?: Ask };
  patience: PartnerPatience;
  sandbox: { partner_token?: string; system_user_token?: string; v3_access_token?: string; application_id?: number };
  /** The folder in which the application is started. */
  folder: string;
}

/** A partner profile, and the text that it was read from. */
export type LoadedPartnerProfile = PartnerProfile & { text: string };

/** Reads a partner profile; each mistake in it is one line that names the file, the key and what to do. */
export function loadPartnerProfile(file: string, environment: Environment = process.env): LoadedPartnerProfile {
  const { profile, text } = readProfile<WrittenPartnerProfile>(file, kind, environment);
  return { ...withDefaults(profile, dirname(resolve(file))), text };
}

/** A partner profile that a program hands over as an object; an application that it starts runs in the current folder. */
export const partnerProfile = (value: WrittenPartnerProfile): PartnerProfile =>
  withDefaults(checkProfile(value, kind), process.cwd());

/** Refuses values for a partner profile that is to be written. */
export const checkPartnerValues = (value: unknown): void => checkValues(value, kind);

const placeholders = ["location_id", "application_id", "date_from", "date_to"] as const;

const kind: ProfileKind = {
  format: "partner-profile",
  verbatim: ["name", "version", "sandbox"],
  inspect: ({ connect, actions, ...rest }): Complaint[] => [
    ...addressMistakes({ connect, actions, ...rest }),
    ...askMistakes(connect, ["connect"]),
    ...Object.entries(fieldsOf(actions)).flatMap(([claim, ask]) => askMistakes(ask, ["actions", claim])),
  ],
};

const askMistakes = (ask: unknown, path: string[]): Complaint[] => [
  ...placeholderMistakes(ask, path, placeholders),
  ...headerMistakes(ask, path),
];

/** Everything that is wrong with a partner profile in which nothing is taken from an environment. */
export const partnerProfileMistakes = (value: unknown): Complaint[] => [
  ...mistakesIn(kind.format, value),
  ...kind.inspect(fieldsOf(value)),
];

/** The time that an application is waited for where its profile does not say. */
function patienceOf({ quiet_s = 3, max_s = 30, callback_s = 2 * max_s }: Partial<PartnerPatience>): PartnerPatience {
  return { quiet_s, max_s, callback_s };
}

const withDefaults = (profile: WrittenPartnerProfile, folder: string): PartnerProfile => ({
  ...profile,
  actions: profile.actions ?? {},
  patience: patienceOf(profile.patience ?? {}),
  sandbox: profile.sandbox ?? {},
  folder,
});

/** The values of a profile's placeholders. */
export type Placeholders = Readonly<Record<"location_id" | "application_id", number>> &
  Readonly<Record<"date_from" | "date_to", string>>;

/** A request with its placeholders replaced; a value that is exactly one id becomes a number. */
export function fillIn({ url, headers, body, ...rest }: Ask, values: Placeholders): Ask {
  const known = new RegExp(`\\{(${placeholders.join("|")})\\}`, "g");
  const text = (written: string, spell: (value: string) => string) =>
    written.replace(known, (_, name: keyof Placeholders) => spell(String(values[name])));
  const spelt = Object.entries(headers ?? {}).map(([name, value]) => [name, text(value, String)]);
  const within = (value: unknown): unknown => {
    if (typeof value === "string") {
      const whole = /^\{(location_id|application_id)\}$/.exec(value)?.[1] as "location_id" | undefined;
      return whole ? values[whole] : text(value, String);
    }
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(item)]));
  };
  return {
    ...rest,
    url: text(url, encodeURIComponent),
    ...(headers ? { headers: Object.fromEntries(spelt) as Record<string, string> } : {}),
    ...(body === undefined ? {} : { body: within(body) }),
  };
}

/** True if a request says which Location it is about. */
export const namesLocation = (ask: Ask): boolean => JSON.stringify(ask).includes("{location_id}");
