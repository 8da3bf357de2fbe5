import { type Role, unissuedToken } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { nearMisses } from "../authority/wrong-tokens.ts";

/** The roles of tokens that were issued for something else; only the owner may grant, so another user's is wrong there. */
function otherRoles(operation: string, isV3: boolean, isOfUser: boolean): Role[] {
  if (isOfUser) return [operation === "grantAccess" ? "system_user_token" : "partner_token", "v3_token"];
  return [isV3 ? "partner_token" : "v3_token", "owner_user_token", "system_user_token"];
}

/** The same request by wrong callers of a kind; none where the profile has no such caller. */
export function byWrongCallers(
  { target: { credentials } }: World,
  operation: string,
  { as: role, ...request }: RequestChoices,
  kind: string,
): RequestChoices[] {
  if (role === undefined) return [];
  if (kind === "user without access")
    return credentials.no_access_user_token ? [{ ...request, as: "no_access_user_token" }] : [];
  const isV3 = role.startsWith("v3_");
  const hasUser = !isV3 && role !== "partner_token";
  const token = credentials[isV3 ? role : "partner_token"] ?? "";
  const user = (hasUser && credentials[role]) || undefined;
  const headerOf = (bearer: string, person = user, scheme = "Bearer") =>
    `${scheme} ${bearer}${person === undefined ? "" : `, User ${person}`}`;
  if (kind === "none") return [{ ...request }];
  if (kind === "scheme") return [{ ...request, authorization: headerOf(token, user, "Basic") }];
  if (kind === "no user") return [{ ...request, authorization: `Bearer ${token}` }];
  const isOfUser = kind.startsWith("user ");
  const right = isOfUser ? user : token;
  if (!right) return [];
  const wrong: Readonly<Record<string, readonly (string | undefined)[]>> = {
    unissued: [unissuedToken],
    other: otherRoles(operation, isV3, isOfUser).map((other) => credentials[other]),
    ...Object.fromEntries(Object.entries(nearMisses(right)).map(([name, miss]) => [name, [miss]])),
  };
  const chosen = new Set(wrong[isOfUser ? kind.slice("user ".length) : kind]);
  return [...chosen].flatMap((each) =>
    each && each !== right ? [{ ...request, authorization: isOfUser ? headerOf(token, each) : headerOf(each) }] : [],
  );
}
