import { first, type Sql } from "../store/database.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";

/** A way in that was begun: a password was given, and a code is missing; or a provider of identities was asked. */
interface HalfSignIn {
  account_id: string | null;
  /** Checks the answer of the provider of identities. */
  verifier: string;
}

/** For how many minutes it may be gone on with. */
const validMinutes = 10;

/** Keeps a way in that was begun; returns the token that goes on with it. */
export async function beginHalf(sql: Sql, { account_id, verifier }: HalfSignIn): Promise<string> {
  const token = makeToken();
  await sql.query("DELETE FROM assay.half_sign_ins WHERE expires_at < now()");
  await sql.query(
    `INSERT INTO assay.half_sign_ins (token_hash, account_id, verifier, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hashToken(token), account_id, verifier, validMinutes],
  );
  return token;
}

export const findHalf = (sql: Sql, token: string): Promise<HalfSignIn | undefined> =>
  first<HalfSignIn>(
    sql,
    "SELECT account_id, verifier FROM assay.half_sign_ins WHERE token_hash = $1 AND expires_at > now()",
    [hashToken(token)],
  );

/** Ends a way in that was begun; undefined where it was gone on with already. */
export const endHalf = (sql: Sql, token: string): Promise<HalfSignIn | undefined> =>
  first<HalfSignIn>(
    sql,
    "DELETE FROM assay.half_sign_ins WHERE token_hash = $1 AND expires_at > now() RETURNING account_id, verifier",
    [hashToken(token)],
  );
