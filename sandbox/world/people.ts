import { createHash } from "node:crypto";
import { firstId } from "./data/ids.ts";
import { chainOf, firstLocation, type Location, locationsFrom, placesFrom } from "./data/locations.ts";

/** A right of a user at a Location. */
export type Right = "manage user rights" | "calls" | "clients" | "settings";

/** A user of the platform; a system user's rights follow from its application's links. */
export interface User {
  token: string;
  systemOf?: number;
  rights: ReadonlyMap<number, ReadonlySet<Right>>;
}

/** An application of the marketplace. */
export interface RegisteredApplication {
  id: number;
  partnerToken: string;
  title: string;
  isPublic: boolean;
  isWhitelisted: boolean;
  isDraft: boolean;
  hasChannels: boolean;
}

export interface V3Credential {
  token: string;
  kind: "OAuth2" | "RestrictedKey";
  scopes: readonly string[];
  locations: ReadonlySet<number>;
}

/** The scope that a v3 access token needs. */
export const v3Scope = "locations:read";

/** Tokens and ids that are fixed instead of following from the seed. */
export interface Fixed {
  partner_token?: string;
  system_user_token?: string;
  v3_access_token?: string;
  application_id?: number;
  /** The id of the first Location; those of the others follow. */
  first_location_id?: number;
}

/** Everybody who can call the sandbox, and the applications that exist. */
export interface People {
  locations: readonly Location[];
  partners: ReadonlySet<string>;
  users: ReadonlyMap<string, User>;
  applications: ReadonlyMap<number, RegisteredApplication>;
  v3: ReadonlyMap<string, V3Credential>;
  credentials: Record<string, string>;
  fixtures: Record<string, number | number[]>;
}

const allRights: Right[] = ["manage user rights", "calls", "clients", "settings"];
const rightsAt = (ids: number[], rights: Right[]) => new Map(ids.map((id) => [id, new Set(rights)]));

/** The people of a world. Tokens follow from the seed: a sandbox on loopback has no secrets to keep. */
export function peopleOf(seed: number, fixed: Fixed = {}): People {
  const token = (name: string) =>
    `${name}-${createHash("sha256").update(`${seed} ${name}`).digest("hex").slice(0, 24)}`;
  const partner = fixed.partner_token ?? token("partner");
  const otherPartner = token("other-partner");
  const application_id = fixed.application_id ?? 200;
  const [fast = 0, draft = 0, chat = 0, foreign = 0] = [201, 202, 203, 204].map((id) =>
    id === application_id ? id + 100 : id,
  );
  const applications: (Partial<RegisteredApplication> & { id: number; title: string })[] = [
    { id: application_id, title: "Reminders" },
    { id: fast, title: "In-house reports", isPublic: false },
    { id: draft, title: "Work in progress", isDraft: true },
    { id: chat, title: "Chat bot", hasChannels: true },
    { id: foreign, title: "Another owner’s", partnerToken: otherPartner },
  ];
  const defaults = { partnerToken: partner, isPublic: true, isWhitelisted: false, isDraft: false, hasChannels: false };

  const first = fixed.first_location_id ?? firstLocation;
  const [places, locations] = [placesFrom(first), locationsFrom(first)];
  const idsOf = (chosen: readonly Location[]) => chosen.map(({ id }) => id);
  const own = idsOf(locations.filter(({ chainId }) => chainId === chainOf.owner));
  const others = idsOf(locations.filter(({ chainId }) => chainId !== chainOf.owner));
  const users: Record<string, User> = {
    owner_user_token: { token: token("owner"), rights: rightsAt(own, allRights) },
    system_user_token: {
      token: fixed.system_user_token ?? token("system-user"),
      systemOf: application_id,
      rights: new Map(),
    },
    limited_user_token: { token: token("limited"), rights: rightsAt(own, ["clients"]) },
    no_access_user_token: { token: token("stranger"), rights: rightsAt(others, allRights) },
  };

  const visible = new Set(own.filter((id) => id !== places.inaccessible));
  const oauth = { kind: "OAuth2", locations: visible } as const;
  const v3: Record<string, V3Credential> = {
    v3_token: { ...oauth, token: fixed.v3_access_token ?? token("v3"), scopes: [v3Scope] },
    v3_other_token: { token: token("v3-other"), kind: "RestrictedKey", scopes: [], locations: visible },
    v3_unscoped_token: { ...oauth, token: token("v3-no-scope"), scopes: [] },
  };

  return {
    locations,
    partners: new Set([partner, otherPartner]),
    users: new Map(Object.values(users).map((user) => [user.token, user])),
    v3: new Map(Object.values(v3).map((credential) => [credential.token, credential])),
    applications: new Map(applications.map((application) => [application.id, { ...defaults, ...application }])),
    credentials: { partner_token: partner, ...tokensOf(users), ...tokensOf(v3) },
    fixtures: {
      location_id: places.main,
      second_location_id: places.second,
      application_id,
      fast_application_id: fast,
      draft_application_id: draft,
      blocked_location_id: places.blocked,
      inaccessible_location_id: places.inaccessible,
      unknown_location_id: 999_999_999,
      service_id: firstId.service,
      client_ids: [1, 2, 3],
    },
  };
}

const tokensOf = (holders: Record<string, { token: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(holders).map(([name, { token }]) => [name, token]));

/** The owner's Locations that are not blocked, and that every v3 credential sees; those that fixtures name come first. */
export function openLocations({ locations, users, v3, credentials, fixtures }: People): number[] {
  const owner = users.get(credentials.owner_user_token ?? "");
  const open = locations
    .filter(({ isBlocked }) => !isBlocked)
    .map(({ id }) => id)
    .filter((id) => owner?.rights.has(id) && [...v3.values()].every((credential) => credential.locations.has(id)));
  const named = open.filter((id) => id === fixtures.location_id || id === fixtures.second_location_id);
  return [...named, ...open.filter((id) => !named.includes(id))];
}
