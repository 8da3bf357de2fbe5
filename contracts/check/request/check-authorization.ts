import type { Operation } from "../../../specs/operations.ts";
import type { Incompatibility } from "../incompatibility.ts";

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

/** Checks the Authorization header that a consumer sends against the schemes of an operation; where they are not shown, nothing is required. */
export function checkAuthorization(operation: Operation, authorization: string | undefined): Incompatibility[] {
  const allowed = operation.schemes.flatMap((scheme) => forms[scheme] ?? []);
  if (operation.notShown.includes("security") || allowed.length === 0) return [];
  if (allowed.some(({ pattern }) => pattern.test(authorization ?? ""))) return [];
  return [
    {
      part: "request.header",
      pointer: "/Authorization",
      relied: authorization === undefined ? "nothing" : formOf(authorization),
      promised: [...new Set(allowed.map(({ says }) => says))].join(" or "),
      requirement: requirementFor(operation),
    },
  ];
}

/** The form of a header, without what may be a token. */
const formOf = (authorization: string): string => {
  const scheme = ["BearerPartnerUser", "BearerPartner"].find((name) => forms[name]?.pattern.test(authorization));
  return (scheme && forms[scheme]?.says) ?? "a header of another form";
};

function requirementFor({ id, surface, schemes }: Operation): string {
  if (surface === "v3") return "AUTH-18";
  if (id === "confirmInstallation") return "AUTH-20";
  if (id === "grantAccess") return "AUTH-8";
  return schemes.includes("BearerPartnerUser") ? "AUTH-17" : "AUTH-16";
}
