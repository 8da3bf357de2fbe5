import type { Credentials } from "../../../harness/target.ts";
import { headerOf, isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import type { RequestRule } from "./rule.ts";

/** The names of tokens in findings: those of the application, and the owner's, which it may have learned from the owner. */
const tokenNames = {
  partner_token: "<partner token>",
  system_user_token: "<system-user token>",
  v3_token: "<access token>",
  owner_user_token: "<owner's user token>",
};

type Tokens = Pick<Credentials, keyof typeof tokenNames>;

const tokenKeys = Object.keys(tokenNames) as (keyof Tokens)[];

/** The keys of the credentials that belong to the application. */
export const ownTokens = ["partner_token", "system_user_token", "v3_token"] as const;

/** The forms of the Authorization header, by the tokens that follow `Bearer` and `User`. */
const forms = {
  partner: ["partner_token"],
  user: ["partner_token", "system_user_token"],
  owner: ["partner_token", "owner_user_token"],
  reader: ["v3_token"],
} as const satisfies Record<string, readonly (keyof Tokens)[]>;

/** The forms of operations with one documented scheme; other operations may be called in several. */
const formsOfSchemes: Record<string, keyof typeof forms> = { BearerPartner: "partner", BearerPartnerUser: "user" };

/** The form that the specification gives the Authorization header of a request; undefined where it is not shown. */
export function formOf(request: PartnerRequest): keyof typeof forms | undefined {
  const { operation, surface } = request;
  if (surface === "v3") return "reader";
  if (isCallback(request) || operation?.isPartnersOnly) return "partner";
  return operation?.id === "grantAccess" ? "owner" : formsOfSchemes[operation?.schemes.join() ?? ""];
}

/** The tokens of an Authorization header; whether a scheme's word may have another letter case is left open, so it may. */
const tokensIn = (header: string): (string | undefined)[] =>
  /^bearer +([^\s,]+)(?: *, *user +([^\s,]+))?$/i.exec(header.trim())?.slice(1) ?? [];

/** The Authorization header must have the form that the specification gives it. */
export const isAuthorized =
  (note = ""): RequestRule["breach"] =>
  (request, { credentials }) => {
    const form = formOf(request);
    const found = headerOf(request, "authorization");
    if (!form) return undefined;
    const [first, second]: readonly (keyof Tokens)[] = forms[form];
    const [bearer, user] = tokensIn(found ?? "");
    if (first && bearer === credentials[first] && user === (second && credentials[second])) return undefined;
    return {
      found: describe(found, credentials),
      expected: `Bearer ${tokenNames[first ?? "partner_token"]}${second ? `, User ${tokenNames[second]}` : ""}${note}`,
      pointer: "/authorization",
    };
  };

/** Where a scheme is not shown, the access token of v3 is still none of v1's. */
export const carriesNoAccessToken: RequestRule["breach"] = (request, { credentials }) => {
  const found = headerOf(request, "authorization") ?? "";
  return found.split(/[\s,]+/).includes(credentials.v3_token)
    ? { found: describe(found, credentials), expected: "a token of v1", pointer: "/authorization" }
    : undefined;
};

/** Describes an Authorization header, with known tokens named and unknown ones hidden. */
function describe(value: string | undefined, credentials: Tokens): string {
  if (value === undefined) return "no Authorization header";
  const named = tokenKeys
    .filter((key) => credentials[key])
    .reduce((text, key) => text.replaceAll(credentials[key], tokenNames[key]), value);
  return named.replace(/[\w.-]{16,}/g, "<another token>");
}
