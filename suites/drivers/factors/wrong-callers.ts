import { type Role, unissuedToken } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { nearMisses } from "../authority/wrong-tokens.ts";

/** The role of a token that was issued for something else; only the owner may grant, so another user's is wrong there. */
function otherRole(operation: string, isV3: boolean, isOfUser: boolean): Role {
  if (isOfUser) return operation === "grantAccess" ? "system_user_token" : "partner_token";
  return isV3 ? "partner_token" : "owner_user_token";
}

/** The same request by a wrong caller of a kind; undefined where the profile has no such caller. */
export function byWrongCaller(
  { target: { credentials } }: World,
  operation: string,
  { as: role, ...request }: RequestChoices,
  kind: string,
): RequestChoices | undefined {
  if (role === undefined) return undefined;
  if (kind === "user without access")
    return credentials.no_access_user_token ? { ...request, as: "no_access_user_token" } : undefined;
  const isV3 = role.startsWith("v3_");
  const hasUser = !isV3 && role !== "partner_token";
  const token = credentials[isV3 ? role : "partner_token"] ?? "";
  const user = (hasUser && credentials[role]) || undefined;
  const headerOf = (bearer: string, person = user, scheme = "Bearer") =>
    `${scheme} ${bearer}${person === undefined ? "" : `, User ${person}`}`;
  if (kind === "none") return { ...request };
  if (kind === "scheme") return { ...request, authorization: headerOf(token, user, "Basic") };
  if (kind === "no user") return { ...request, authorization: `Bearer ${token}` };
  const isOfUser = kind.startsWith("user ");
  const right = isOfUser ? user : token;
  if (!right) return undefined;
  const wrong: Readonly<Record<string, string | undefined>> = {
    unissued: unissuedToken,
    other: credentials[otherRole(operation, isV3, isOfUser)],
    ...nearMisses(right),
  };
  const chosen = wrong[isOfUser ? kind.slice("user ".length) : kind];
  if (!chosen || chosen === right) return undefined;
  return { ...request, authorization: isOfUser ? headerOf(token, chosen) : headerOf(chosen) };
}
