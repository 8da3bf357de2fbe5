import { first, type Sql } from "../store/database.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import type { Account } from "./account.ts";
import { type Actor, covers, narrowerScope, type Scope, scopeOfRole } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { actorOf } from "./sessions.ts";

/** A token as its owner sees it afterwards. */
export interface ApiToken {
  id: string;
  name: string;
  scope: Scope;
  created_at: Date;
  expires_at: Date;
}

/** The number of days that a token is good for at most, and how many an account has at most. */
export const maxDays = 365;
const maxTokens = 100;

/** Makes a token for machines; it is shown this once. One that a token makes ends with that token at the latest. */
export async function createApiToken(
  sql: Sql,
  actor: Actor,
  { name, scope, days }: { name: string; scope: Scope; days: number },
): Promise<{ token: string; id: string; expires_at: Date }> {
  if (!name.trim() || name.length > 100) throw new ConsoleRefusal("bad-input", "give the token a name", "name");
  if (!covers(actor.scope, scope))
    throw new ConsoleRefusal("bad-input", `you may not make a token of scope ${scope}`, "scope");
  const token = makeToken("assay_");
  await sql.query("DELETE FROM assay.api_tokens WHERE expires_at < now()");
  const row = await first<{ id: string; expires_at: Date }>(
    sql,
    `INSERT INTO assay.api_tokens (account_id, name, token_hash, scopes, parent_id, expires_at)
     SELECT $1, $2, $3, $4, $6, least(now() + make_interval(days => $5), (SELECT expires_at FROM assay.api_tokens WHERE id = $6))
     WHERE (SELECT count(*) FROM assay.api_tokens WHERE account_id = $1) < $7 RETURNING id, expires_at`,
    [actor.accountId, name.trim(), hashToken(token), JSON.stringify([scope]), days, actor.tokenId ?? null, maxTokens],
  );
  if (!row) throw new ConsoleRefusal("conflict", `there are ${maxTokens} tokens already; end one first`);
  await writeAudit(sql, actor, { about: name.trim(), partnerId: actor.partnerId });
  return { token, ...row };
}

export const listApiTokens = (sql: Sql, { accountId }: Actor): Promise<ApiToken[]> =>
  sql.query<ApiToken>(
    `SELECT id, name, scopes->>0 AS scope, created_at, expires_at FROM assay.api_tokens
     WHERE account_id = $1 ORDER BY created_at DESC LIMIT 100`,
    [accountId],
  );

/** Ends a token of one's own, and those that it made. */
export async function revokeApiToken(sql: Sql, actor: Actor, id: string): Promise<void> {
  const gone = await first<{ name: string }>(
    sql,
    "DELETE FROM assay.api_tokens WHERE id::text = $1 AND account_id = $2 RETURNING name",
    [id, actor.accountId],
  );
  if (!gone) throw new ConsoleRefusal("not-found", "there is no such token");
  await writeAudit(sql, actor, { about: gone.name, partnerId: actor.partnerId });
}

/** Whose token it is, and what for. */
export async function findApiToken(sql: Sql, token: string, address: string): Promise<Actor | undefined> {
  const row = await first<Omit<Account, "totp_since"> & { scope: Scope; token_id: string }>(
    sql,
    `SELECT a.id, a.role, a.partner_id, a.email, t.scopes->>0 AS scope, t.id AS token_id FROM assay.api_tokens t
     JOIN assay.accounts a ON a.id = t.account_id WHERE t.token_hash = $1 AND t.expires_at > now()`,
    [hashToken(token)],
  );
  return (
    row && { ...actorOf(row, address), scope: narrowerScope(row.scope, scopeOfRole[row.role]), tokenId: row.token_id }
  );
}
