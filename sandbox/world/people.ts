import { createHash } from "node:crypto";
import { locations, placeOf } from "./data/locations.ts";

/** What a user may do at a Location. */
export type Right = "manage user rights" | "calls" | "clients" | "settings";

/** A user of the platform; a system user's rights come from its application's links. */
export interface User {
  token: string;
  systemOf?: number;
  rights: ReadonlyMap<number, ReadonlySet<Right>>;
}

export interface Application {
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

/** Tokens and ids that somebody fixed beforehand. */
export interface Fixed {
  partner_token?: string;
  system_user_token?: string;
  v3_access_token?: string;
  application_id?: number;
}

/** Everybody who can call the sandbox, and the applications that exist. */
export interface People {
  partners: ReadonlySet<string>;
  users: ReadonlyMap<string, User>;
  applications: ReadonlyMap<number, Application>;
  v3: ReadonlyMap<string, V3Credential>;
  credentials: Record<string, string>;
  fixtures: Record<string, number | number[]>;
}

const all: Right[] = ["manage user rights", "calls", "clients", "settings"];

/** The people of a world; tokens follow from the seed, because a sandbox on loopback keeps no secrets. */
export function peopleOf(seed: number, fixed: Fixed = {}): People {
  const token = (name: string) =>
    `${name}-${createHash("sha256").update(`${seed} ${name}`).digest("hex").slice(0, 24)}`;
  const partner = fixed.partner_token ?? token("partner");
  const otherPartner = token("other-partner");
  const applicationId = fixed.application_id ?? 200;
  const others = [201, 202, 203, 204].map((id) => (id === applicationId ? id + 100 : id));
  const [fast = 201, draft = 202, chat = 203, foreign = 204] = others;

  const chain = locations.filter((location) => location.chainId === 10).map((location) => location.id);
  const rest = locations.filter((location) => location.chainId !== 10).map((location) => location.id);
  const rightsAt = (ids: number[], rights: Right[]) => new Map(ids.map((id) => [id, new Set(rights)]));
  const users: Record<string, User> = {
    owner_user_token: { token: token("owner"), rights: rightsAt(chain, all) },
    system_user_token: {
      token: fixed.system_user_token ?? token("system-user"),
      systemOf: applicationId,
      rights: new Map(),
    },
    limited_user_token: { token: token("limited"), rights: rightsAt(chain, ["clients"]) },
    no_access_user_token: { token: token("stranger"), rights: rightsAt(rest, all) },
  };
  const visible = new Set(chain.filter((id) => id !== placeOf.inaccessible));
  const v3: Record<string, V3Credential> = {
    v3_token: {
      token: fixed.v3_access_token ?? token("v3"),
      kind: "OAuth2",
      scopes: ["locations:read"],
      locations: visible,
    },
    v3_other_token: { token: token("v3-other"), kind: "RestrictedKey", scopes: [], locations: visible },
    v3_token_without_scope: { token: token("v3-no-scope"), kind: "OAuth2", scopes: [], locations: visible },
  };
  const application = (id: number, title: string, more: Partial<Application> = {}): [number, Application] => [
    id,
    {
      id,
      partnerToken: partner,
      title,
      isPublic: true,
      isWhitelisted: false,
      isDraft: false,
      hasChannels: false,
      ...more,
    },
  ];
  const tokensOf = (table: Record<string, { token: string }>) =>
    Object.fromEntries(Object.entries(table).map(([key, one]) => [key, one.token]));
  return {
    partners: new Set([partner, otherPartner]),
    users: new Map(Object.values(users).map((user) => [user.token, user])),
    v3: new Map(Object.values(v3).map((credential) => [credential.token, credential])),
    applications: new Map([
      application(applicationId, "Reminders"),
      application(fast, "In-house reports", { isPublic: false }),
      application(draft, "Work in progress", { isDraft: true }),
      application(chat, "Chat bot", { hasChannels: true }),
      application(foreign, "Somebody else’s", { partnerToken: otherPartner }),
    ]),
    credentials: {
      partner_token: partner,
      ...tokensOf(users),
      v3_token: v3.v3_token?.token ?? "",
      v3_other_token: v3.v3_other_token?.token ?? "",
    },
    fixtures: {
      location_id: placeOf.main,
      second_location_id: placeOf.second,
      application_id: applicationId,
      fast_application_id: fast,
      draft_application_id: draft,
      blocked_location_id: placeOf.blocked,
      inaccessible_location_id: placeOf.inaccessible,
      unknown_location_id: 999_999_999,
      service_id: 300,
      client_ids: [1, 2, 3],
    },
  };
}
