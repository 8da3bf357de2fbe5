import { first, type Sql } from "../store/database.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import { type AccountRole, type Actor, roleNames } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { ConsoleRefusal } from "./refusal.ts";

/** Whom an invitation makes an account for. */
export interface Invitation {
  role: AccountRole;
  partner_id: string | null;
  partner: string | null;
}

/** An invitation that was not used yet. */
export interface OpenInvitation extends Omit<Invitation, "partner"> {
  id: string;
  created_at: Date;
  expires_at: Date;
}

/** The number of days that an invitation is good for, and of people whom one owner has at most, invitations included. */
const validDays = 7;
const maxPeople = 100;

/** Makes an invitation, and returns the token of its link. */
export async function createInvitation(sql: Sql, role: AccountRole, partnerId: string | null): Promise<string> {
  const token = makeToken();
  const row = await first(
    sql,
    `INSERT INTO assay.invitations (token_hash, role, partner_id, expires_at)
     SELECT $1, $2, $3::uuid, now() + make_interval(days => $4)
     WHERE (SELECT count(*) FROM assay.accounts WHERE partner_id IS NOT DISTINCT FROM $3::uuid)
       + (SELECT count(*) FROM (${open} AND partner_id IS NOT DISTINCT FROM $3::uuid) AS invited) < $5
     RETURNING 1`,
    [hashToken(token), role, partnerId, validDays, maxPeople],
  );
  if (!row) throw new ConsoleRefusal("conflict", `there are ${maxPeople} people already; remove one first`);
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

/** Uses an invitation up; undefined where someone was faster. */
export const useInvitation = (sql: Sql, token: string): Promise<Invitation | undefined> =>
  first<Invitation>(
    sql,
    `UPDATE assay.invitations SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING role, partner_id, NULL AS partner`,
    [hashToken(token)],
  );

const open = `SELECT id, role, partner_id, created_at, expires_at FROM assay.invitations WHERE used_at IS NULL AND expires_at > now()`;

/** The invitations to a partner, or of operators, that can still be used. */
export const listInvitations = (sql: Sql, partnerId: string | null): Promise<OpenInvitation[]> =>
  sql.query<OpenInvitation>(`${open} AND partner_id IS NOT DISTINCT FROM $1 ORDER BY created_at`, [partnerId]);

export const invitationById = (sql: Sql, id: string): Promise<OpenInvitation | undefined> =>
  first<OpenInvitation>(sql, `${open} AND id::text = $1`, [id]);

/** Ends an invitation that was not used. */
export async function withdrawInvitation(sql: Sql, actor: Actor, { id, role, partner_id }: OpenInvitation) {
  await sql.query("DELETE FROM assay.invitations WHERE id = $1", [id]);
  await writeAudit(sql, actor, { about: roleNames[role], partnerId: partner_id });
}
