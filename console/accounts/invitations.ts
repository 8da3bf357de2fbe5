import { first, type Sql } from "../store/database.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import type { AccountRole } from "./actor.ts";

/** Whom an invitation makes an account for. */
export interface Invitation {
  role: AccountRole;
  partner_id: string | null;
  partner: string | null;
}

/** How many days an invitation is good for. */
const validDays = 7;

/** Makes an invitation, and answers the token of its link. */
export async function createInvitation(sql: Sql, role: AccountRole, partnerId: string | null): Promise<string> {
  const token = makeToken();
  await sql.query(
    `INSERT INTO assay.invitations (token_hash, role, partner_id, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
    [hashToken(token), role, partnerId, validDays],
  );
  return token;
}

/** The token of a link for the first operator; undefined once there is one. Earlier links of this kind end. */
export async function inviteFirstOperator(sql: Sql): Promise<string | undefined> {
  if (await first(sql, "SELECT 1 FROM assay.accounts WHERE role = 'operator' LIMIT 1")) return undefined;
  await sql.query("DELETE FROM assay.invitations WHERE role = 'operator' AND used_at IS NULL");
  return createInvitation(sql, "operator", null);
}

/** The invitation of a token that can still be used. */
export const findInvitation = (sql: Sql, token: string): Promise<Invitation | undefined> =>
  first<Invitation>(
    sql,
    `SELECT i.role, i.partner_id, p.name AS partner FROM assay.invitations i LEFT JOIN assay.partners p ON p.id = i.partner_id
     WHERE i.token_hash = $1 AND i.used_at IS NULL AND i.expires_at > now()`,
    [hashToken(token)],
  );

/** Uses an invitation up; undefined where somebody was faster. */
export const useInvitation = (sql: Sql, token: string): Promise<Invitation | undefined> =>
  first<Invitation>(
    sql,
    `UPDATE assay.invitations SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING role, partner_id, NULL AS partner`,
    [hashToken(token)],
  );
