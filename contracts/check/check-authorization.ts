import type { Operation } from "../../specs/operations.ts";
import type { Incompatibility } from "./incompatibility.ts";

/** The form of the Authorization header under each scheme. */
const forms: Record<string, { pattern: RegExp; says: string }> = {
  BearerPartner: { pattern: /^\s*bearer\s+[^\s,]+\s*$/i, says: "Bearer <partner token>" },
  BearerPartnerUser: {
    pattern: /^\s*bearer\s+[^\s,]+\s*,\s*user\s+[^\s,]+\s*$/i,
    says: "Bearer <partner token>, User <user token>",
  },
  OAuth2: { pattern: /^\s*bearer\s+[^\s,]+\s*$/i, says: "Bearer <access token>" },
  RestrictedKey: { pattern: /^\s*bearer\s+[^\s,]+\s*$/i, says: "Bearer <access token>" },
};

/** Holds the Authorization header that a consumer sends against the schemes of an operation; where they are not shown, nothing is demanded. */
export function checkAuthorization(operation: Operation, authorization: string | undefined): Incompatibility[] {
  const known = operation.schemes.flatMap((scheme) => forms[scheme] ?? []);
  if (operation.notShown.includes("security") || known.length === 0) return [];
  if (known.some(({ pattern }) => pattern.test(authorization ?? ""))) return [];
  return [
    {
      part: "request.header",
      pointer: "/Authorization",
      relied: authorization === undefined ? "nothing" : formOf(authorization),
      promised: [...new Set(known.map(({ says }) => says))].join(" or "),
      requirement: requirementOf(operation),
    },
  ];
}

/** What a header looks like, without what may be a token. */
const formOf = (authorization: string): string => {
  const fitting = ["BearerPartnerUser", "BearerPartner"].find((scheme) => forms[scheme]?.pattern.test(authorization));
  return (fitting && forms[fitting]?.says) ?? "a header of another form";
};

function requirementOf({ id, surface, schemes }: Operation): string {
  if (surface === "v3") return "AUTH-18";
  if (id === "confirmInstallation") return "AUTH-20";
  if (id === "grantAccess") return "AUTH-8";
  return schemes.includes("BearerPartnerUser") ? "AUTH-17" : "AUTH-16";
}
