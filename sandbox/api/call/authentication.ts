import type { Scheme } from "./behaviour.ts";
import type { ApiCall, Caller } from "./call.ts";
import { Refusal } from "./replies.ts";

/** The tokens of an Authorization header; empty if it has another form or scheme. */
function tokensOf(call: ApiCall, header: string): [partner: string, user: string] {
  const { access } = call.behaviour;
  const [, scheme = "", partner = "", user = ""] = access.form.exec(header) ?? [];
  return access.schemeIsKnown(call, scheme) ? [partner, user] : ["", ""];
}

function requireKnown(isKnown: boolean, { behaviour }: ApiCall): void {
  if (!isKnown) throw new Refusal(behaviour.access.unauthenticated, "Authentication needed.");
}

/** Finds out who calls, or refuses. */
export const authenticate: Record<Scheme, (call: ApiCall, header: string) => Partial<Caller>> = {
  none: () => ({}),
  BearerPartner: (call, header) => {
    const [partner] = tokensOf(call, header);
    requireKnown(call.behaviour.access.partnerIsKnown(call, partner), call);
    return { partner };
  },
  BearerPartnerUser: (call, header) => {
    const [partner, token] = tokensOf(call, header);
    requireKnown(call.behaviour.access.partnerIsKnown(call, partner), call);
    requireKnown(call.behaviour.access.userIsKnown(call, token), call);
    return { partner, user: call.world.people.users.get(token) ?? { token, rights: new Map() } };
  },
  v3: (call, header) => {
    const [token] = tokensOf(call, header);
    requireKnown(call.behaviour.access.credentialIsKnown(call, token), call);
    const credential = call.world.people.v3.get(token) ?? {
      token,
      kind: "RestrictedKey",
      scopes: [],
      locations: new Set<number>(),
    };
    return { credential };
  },
};
