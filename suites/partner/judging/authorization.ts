import type { Credentials } from "../../../harness/target.ts";
import { headerOf } from "../requests/partner-request.ts";
import type { RequestRule } from "./rule.ts";

/** What findings call the tokens of the application. */
const tokenNames = {
  partner_token: "<partner token>",
  system_user_token: "<system-user token>",
  v3_token: "<access token>",
};

type OwnTokens = Pick<Credentials, keyof typeof tokenNames>;

/** The keys of the credentials that belong to the application. */
export const ownTokens = Object.keys(tokenNames) as (keyof OwnTokens)[];

/** The forms of the Authorization header: as the partner, as its system user, and as a reader of v3. */
const forms = {
  partner: ({ partner_token }: OwnTokens) => `Bearer ${partner_token}`,
  user: ({ partner_token, system_user_token }: OwnTokens) => `Bearer ${partner_token}, User ${system_user_token}`,
  reader: ({ v3_token }: OwnTokens) => `Bearer ${v3_token}`,
};

/** The Authorization header must have exactly this form. */
export const carries =
  (form: keyof typeof forms, note = ""): RequestRule["breach"] =>
  (request, { credentials }) => {
    const found = headerOf(request, "authorization");
    if (found === forms[form](credentials)) return undefined;
    return {
      found: describe(found, credentials),
      expected: forms[form](tokenNames) + note,
      pointer: "/authorization",
    };
  };

/** What an Authorization header looks like, with known tokens named and unknown ones hidden. */
function describe(value: string | undefined, credentials: OwnTokens): string {
  if (value === undefined) return "no Authorization header";
  const named = ownTokens.reduce((text, key) => text.replaceAll(credentials[key], tokenNames[key]), value);
  return named.replace(/[\w.-]{16,}/g, "<another token>");
}
