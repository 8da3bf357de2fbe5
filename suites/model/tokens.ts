import type { Request } from "../../harness/exchange.ts";
import type { Credentials } from "../../harness/target.ts";

/** The role of a token that was issued; `wrong` for any other text, `missing` where there is none. */
export type TokenRole = keyof Credentials | "wrong" | "missing";

/** True if a token is one of the v3 surface. */
export const isV3Token = (role: TokenRole): boolean => role.startsWith("v3_");

/** Who makes a v1 request, by its Authorization header. */
export interface Caller {
  partner: TokenRole;
  user: TokenRole;
  /** True if the header has another form than `Bearer <token>` or `Bearer <token>, User <token>`. */
  isOtherScheme: boolean;
  /** True if the header differs from that form in letter case or white space alone: then it may be accepted or refused. */
  isOpen: boolean;
}

const form = /^Bearer ([^\s,]+)(?:, User ([^\s,]+))?$/;
const looseForm = /^\s*bearer\s+([^\s,]+)\s*(?:,\s*user\s+([^\s,]+)\s*)?$/i;
/** The partner token in its form, and after it something that is no User token. */
const otherUser = /^Bearer ([^\s,]+), (?!user\b)/i;

/** The header that says who makes a request; empty where it is left out. */
export const authorizationIn = ({ headers }: Pick<Request, "headers">): string =>
  headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";

/** Reads who makes a v1 request. */
export function callerOf(request: Pick<Request, "headers" | "operation">, credentials: Partial<Credentials>): Caller {
  const header = authorizationIn(request);
  const exact = form.exec(header);
  const other = otherUser.exec(header);
  const [, partner, user] = exact ?? looseForm.exec(header) ?? other ?? [];
  const roleOf = (token: string | undefined): TokenRole => {
    if (token === undefined) return "missing";
    const known = (Object.keys(credentials) as (keyof Credentials)[]).filter((name) => credentials[name] === token);
    // One token may serve both surfaces.
    return known.find((role) => isV3Token(role) === (request.operation.surface === "v3")) ?? known[0] ?? "wrong";
  };
  return {
    partner: roleOf(partner),
    user: roleOf(user),
    isOtherScheme: header.trim() !== "" && partner === undefined,
    isOpen: exact === null && other === null && partner !== undefined,
  };
}
