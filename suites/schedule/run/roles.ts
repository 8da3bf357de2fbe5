import { authorizations } from "../../../harness/http/authorization.ts";
import type { Credentials } from "../../../harness/target.ts";

/** Whose token a request is made with: the partner's alone, a user's beside it, or one of the v3 surface. */
export type Role = keyof Credentials;

/** The Authorization header of a role. */
export function authorizationOf(role: Role, credentials: Partial<Credentials>): string {
  if (role === "partner_token") return authorizations.BearerPartner(credentials);
  if (role === "v3_token" || role === "v3_other_token" || role === "v3_unscoped_token")
    return `Bearer ${credentials[role]}`;
  return authorizations.BearerPartnerUser(credentials, credentials[role] ?? "");
}

/** A token that was never issued. */
export const unissuedToken = "assay-0000-never-issued";
