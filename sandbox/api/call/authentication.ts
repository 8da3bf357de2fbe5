import type { Scheme } from "./behaviour.ts";
import type { ApiCall, Caller } from "./call.ts";
import { Refusal } from "./replies.ts";

/** The tokens of an Authorization header; empty if it has another form or scheme. */
function tokensOf(call: ApiCall, header: string): [partner: string, user: string] {
  const { access } = call.behaviour;
  const [, scheme = "", partner = "", user = ""] = access.form.exec(header) ?? [];
  return access.schemeIsKnown(call, scheme) ? [partner, user] : ["", ""];
}

/** Who a token must belong to, and how a header with such a token looks. */
type Owner = "partner" | "user" | "v3 credential";
const forms: Record<Owner, string> = {
  partner: "Bearer PARTNER_TOKEN",
  user: "Bearer PARTNER_TOKEN, User USER_TOKEN",
  "v3 credential": "Bearer V3_TOKEN",
};

function requireKnown(
  isKnown: boolean,
  { behaviour }: ApiCall,
  given: { header: string; token: string; of: Owner },
): void {
  if (isKnown) return;
  throw new Refusal(behaviour.access.unauthenticated, "Authentication needed.", { why: whyUnknown(given) });
}

function whyUnknown({ header, token, of }: { header: string; token: string; of: Owner }): string {
  if (header === "") return "there is no Authorization header";
  return token === ""
    ? `the Authorization header has another form than ${forms[of]}`
    : `no ${of} of this world has the token; a reset may have made other tokens`;
}

/** Finds out who calls, or refuses. */
export const authenticate: Record<Scheme, (call: ApiCall, header: string) => Partial<Caller>> = {
  none: () => ({}),
  BearerPartner: (call, header) => {
    const [partner] = tokensOf(call, header);
    requireKnown(call.behaviour.access.partnerIsKnown(call, partner), call, { header, token: partner, of: "partner" });
    return { partner };
  },
  BearerPartnerUser: (call, header) => {
    const [partner, token] = tokensOf(call, header);
    requireKnown(call.behaviour.access.partnerIsKnown(call, partner), call, { header, token: partner, of: "partner" });
    requireKnown(call.behaviour.access.userIsKnown(call, token), call, { header, token, of: "user" });
    return { partner, user: call.world.people.users.get(token) ?? { token, rights: new Map() } };
  },
  v3: (call, header) => {
    const [token] = tokensOf(call, header);
    requireKnown(call.behaviour.access.credentialIsKnown(call, token), call, { header, token, of: "v3 credential" });
    const credential = call.world.people.v3.get(token) ?? {
      token,
      kind: "RestrictedKey",
      scopes: [],
      locations: new Set<number>(),
    };
    return { credential };
  },
};
