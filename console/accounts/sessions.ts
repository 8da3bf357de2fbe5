import { first, type Sql } from "../store/database.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import type { Account } from "./account.ts";
import { type Actor, scopeOfRole } from "./actor.ts";

/** The path below which the console is, without a slash at its end; empty where it has its name to itself. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, "");

/** The name of the session's cookie. By TLS it is one that no other machine of the domain can set in this one's place; browsers grant that to cookies of all paths alone. */
export function cookieNameAt(publicUrl: string, of: "session" | "half" = "session"): string {
  const prefix = basePathOf(publicUrl) ? "__Secure-" : "__Host-";
  return `${publicUrl.startsWith("https:") ? prefix : ""}assay_${of}`;
}

/** The token of the session that a Cookie header names; another cookie whose name ends alike is none. */
export const sessionTokenIn = (cookies = "", publicUrl: string, of?: "half"): string | undefined =>
  new RegExp(`(?:^|; )${cookieNameAt(publicUrl, of)}=([\\w-]{20,100})(?:;|$)`).exec(cookies)?.[1];

/** The time that someone stays signed in, in hours. */
export const sessionHours = 12;

/** Begins a session, and answers the token for its cookie. */
export async function beginSession(sql: Sql, { id }: Pick<Account, "id">): Promise<string> {
  const token = makeToken();
  await sql.query("DELETE FROM assay.sessions WHERE expires_at < now()");
  await sql.query(
    `INSERT INTO assay.sessions (token_hash, account_id, csrf, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
    [hashToken(token), id, makeToken(), sessionHours],
  );
  return token;
}

/** Who has a session. */
export async function findSession(sql: Sql, token: string, address: string): Promise<Actor | undefined> {
  const row = await first<Omit<Account, "totp_since"> & { csrf: string }>(
    sql,
    `SELECT a.id, a.role, a.partner_id, a.email, s.csrf FROM assay.sessions s JOIN assay.accounts a ON a.id = s.account_id
     WHERE s.token_hash = $1 AND s.expires_at > now()`,
    [hashToken(token)],
  );
  return row && { ...actorOf(row, address), csrf: row.csrf, scope: scopeOfRole[row.role] };
}

export const endSession = (sql: Sql, token: string) =>
  sql.query("DELETE FROM assay.sessions WHERE token_hash = $1", [hashToken(token)]);

/** Ends every session of an account. */
export const endSessions = (sql: Sql, accountId: string) =>
  sql.query("DELETE FROM assay.sessions WHERE account_id = $1", [accountId]);

/** An account as the one who acts. */
export const actorOf = (
  { id, role, partner_id, email }: Omit<Account, "totp_since">,
  address: string,
): Omit<Actor, "scope"> => ({
  accountId: id,
  role,
  partnerId: partner_id,
  email,
  address,
});
