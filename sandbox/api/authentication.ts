import type { Call, Caller } from "./call.ts";
import { Refusal } from "./server/replies.ts";

/** How a route is authenticated. */
export type Scheme = "BearerPartner" | "BearerPartnerUser" | "v3" | "none";

/** A scheme, a token and, for some, a user's token, in exactly this form. */
const form = /^(\w+) ([^\s,]+)(?:, ?User ([^\s,]+))?$/;

/** The tokens of an Authorization header; none where it has another form or scheme. */
function tokens(call: Call, header: string): [partner: string, user: string] {
  const [, scheme = "", partner = "", user = ""] = form.exec(header) ?? [];
  return call.behaviour.access.schemes.includes(scheme) ? [partner, user] : ["", ""];
}

const needed = (call: Call) => new Refusal(call.behaviour.access.unauthenticated, "Authentication needed.");

/** Finds out who calls, or refuses. */
export const authenticate: Record<Scheme, (call: Call, header: string) => Partial<Caller>> = {
  none: () => ({}),
  BearerPartner: (call, header) => {
    const [partner] = tokens(call, header);
    if (!call.behaviour.access.partnerIsKnown(call, partner)) throw needed(call);
    return { partner };
  },
  BearerPartnerUser: (call, header) => {
    const [partner, token] = tokens(call, header);
    if (!call.behaviour.access.partnerIsKnown(call, partner)) throw needed(call);
    if (!call.behaviour.access.userIsKnown(call, token)) throw needed(call);
    return { partner, user: call.world.people.users.get(token) ?? { token, rights: new Map() } };
  },
  v3: (call, header) => {
    const [token] = tokens(call, header);
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
