import type { ConsoleContext } from "../context.ts";
import { first } from "../store/database.ts";
import { hashPassword, isPassword, passwordLength } from "../vault/passwords.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import { type Account, accountColumns } from "./account.ts";
import type { Actor } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { countUse } from "./limits.ts";
import { ConsoleRefusal, usedLink } from "./refusal.ts";
import { endSessions } from "./sessions.ts";

/** For how many hours a link to choose a new password is good. */
const resetHours = 24;

/** Refuses a password that is too short or too long. */
export function checkPassword(password: string): void {
  if (password.length < passwordLength.least || password.length > passwordLength.most)
    throw new ConsoleRefusal(
      "bad-input",
      `give a password of ${passwordLength.least} to ${passwordLength.most} characters`,
      "password",
    );
}

/** Changes one's own password; every session of the account ends. */
export async function changePassword(
  { database, settings }: ConsoleContext,
  actor: Actor,
  { current, password }: { current: string; password: string },
): Promise<void> {
  checkPassword(password);
  await countUse(database, "change a password", { address: actor.address, account: actor.accountId });
  const row = await first<{ password: string | null }>(database, "SELECT password FROM assay.accounts WHERE id = $1", [
    actor.accountId,
  ]);
  if (!(await isPassword(current, row?.password ?? undefined)))
    throw new ConsoleRefusal("bad-input", "this is not your password", "current");
  const hash = await hashPassword(password, settings.passwordCost);
  await database.transaction(async (sql) => {
    await sql.query("UPDATE assay.accounts SET password = $2 WHERE id = $1", [actor.accountId, hash]);
    await endSessions(sql, actor.accountId);
    await writeAudit(sql, actor, { partnerId: actor.partnerId });
  });
}

/** The token of a link by which someone chooses a new password; the one before ends. */
export async function makeReset(
  { database }: ConsoleContext,
  actor: Parameters<typeof writeAudit>[1],
  account: Account,
): Promise<string> {
  const token = makeToken();
  await database.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO assay.password_resets (account_id, token_hash, expires_at) VALUES ($1, $2, now() + make_interval(hours => $3))
       ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [account.id, hashToken(token), resetHours],
    );
    await writeAudit(sql, actor, { about: account.email, partnerId: account.partner_id });
  });
  return token;
}

/** Whose password a link sets. */
export const findReset = ({ database }: ConsoleContext, token: string): Promise<Account | undefined> =>
  first<Account>(
    database,
    `SELECT ${accountColumns} FROM assay.password_resets r JOIN assay.accounts a ON a.id = r.account_id
     WHERE r.token_hash = $1 AND r.expires_at > now()`,
    [hashToken(token)],
  );

/** Sets a password by a link, once; every session of the account ends. */
export async function resetPassword(
  context: ConsoleContext,
  token: string,
  { password, address }: { password: string; address: string },
): Promise<void> {
  checkPassword(password);
  const { database, settings } = context;
  await countUse(database, "join", { address, account: hashToken(token) });
  if (!(await findReset(context, token))) throw usedLink();
  const hash = await hashPassword(password, settings.passwordCost);
  await database.transaction(async (sql) => {
    const used = await first<{ account_id: string }>(
      sql,
      "DELETE FROM assay.password_resets WHERE token_hash = $1 AND expires_at > now() RETURNING account_id",
      [hashToken(token)],
    );
    if (!used) throw usedLink();
    const account = await first<Account>(
      sql,
      "UPDATE assay.accounts SET password = $2 WHERE id = $1 RETURNING email, partner_id",
      [used.account_id, hash],
    );
    await endSessions(sql, used.account_id);
    const who = { accountId: used.account_id, email: account?.email ?? "", address, doing: "reset the password" };
    await writeAudit(sql, who, { partnerId: account?.partner_id ?? null });
  });
}
