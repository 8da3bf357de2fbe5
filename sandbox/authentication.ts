import type { Call, Caller } from "./call.ts";
import { Refusal } from "./replies.ts";

/** How a route is authenticated. */
export type Scheme = "BearerPartner" | "BearerPartnerUser" | "v3" | "none";

const bearerPartner = /^Bearer ([^\s,]+)(?:, ?User ([^\s,]+))?$/;
const bearer = /^Bearer ([^\s,]+)$/;

const needed = (call: Call) => new Refusal(call.behaviour.access.unauthenticated, "Authentication needed.");

/** Finds out who calls, or refuses. */
export const authenticate: Record<Scheme, (call: Call, header: string) => Partial<Caller>> = {
  none: () => ({}),
  BearerPartner: (call, header) => {
    const [, partner = ""] = bearerPartner.exec(header) ?? [];
    if (!call.behaviour.access.partnerIsKnown(call, partner)) throw needed(call);
    return { partner };
  },
  BearerPartnerUser: (call, header) => {
    const [, partner = "", token = ""] = bearerPartner.exec(header) ?? [];
    if (!call.behaviour.access.partnerIsKnown(call, partner)) throw needed(call);
    if (!call.behaviour.access.userIsKnown(call, token)) throw needed(call);
    return { partner, user: call.world.people.users.get(token) ?? { token, rights: new Map() } };
  },
  v3: (call, header) => {
    const [, token = ""] = bearer.exec(header) ?? [];
    if (!call.behaviour.access.credentialIsKnown(call, token)) throw needed(call);
    const credential = call.world.people.v3.get(token) ?? {
      token,
      kind: "RestrictedKey",
      scopes: [],
      locations: new Set<number>(),
    };
    return { credential };
  },
};
