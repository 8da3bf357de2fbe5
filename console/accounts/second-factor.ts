import { randomBytes } from "node:crypto";
import type { ConsoleContext } from "../context.ts";
import { databaseTime, first, type Sql } from "../store/database.ts";
import { resealColumn } from "../vault/reseal.ts";
import { hashToken, isSame } from "../vault/tokens.ts";
import type { Actor } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { countUse } from "./limits.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { base32, codeAt, keyAddress, stepAt } from "./totp.ts";

const purpose = (id: string): string => `second factor of ${id}`;

/** So many codes get someone in who lost the authenticator. */
const recoveryCodes = 10;

/** The number of periods that a clock may be off. */
const drift = 1;

const wrongCode = (): ConsoleRefusal =>
  new ConsoleRefusal("wrong-code", "this code is wrong, or was used; give the next one that is shown");

/** Makes a key for someone's authenticator; it counts once a code of it was given. */
export async function proposeKey(
  { database, seal }: ConsoleContext,
  { accountId, email }: Actor,
): Promise<{ key: string; address: string }> {
  const key = randomBytes(20);
  const kept = await first(
    database,
    "UPDATE assay.accounts SET totp_sealed = $2, totp_step = 0 WHERE id = $1 AND totp_since IS NULL RETURNING id",
    [accountId, seal.seal(purpose(accountId), key.toString("base64"))],
  );
  if (!kept) throw new ConsoleRefusal("conflict", "there is a second factor already; remove it first");
  return { key: base32(key), address: keyAddress(key, email) };
}

/** Asks for codes from now on; returns the codes for recovery, which are shown this once. */
export async function confirmKey(context: ConsoleContext, actor: Actor, code: string): Promise<string[]> {
  const { accountId } = actor;
  // An attempt counts, whatever becomes of it.
  await countUse(context.database, "give a code", { account: accountId });
  return context.database.transaction(async (sql) => {
    if (!(await isNextCode(context, sql, accountId, code))) throw wrongCode();
    const started = await first(
      sql,
      "UPDATE assay.accounts SET totp_since = now() WHERE id = $1 AND totp_since IS NULL RETURNING id",
      [accountId],
    );
    if (!started) throw new ConsoleRefusal("conflict", "there is a second factor already");
    const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(10)).toLowerCase());
    await sql.query("DELETE FROM assay.recovery_codes WHERE account_id = $1", [accountId]);
    for (const one of codes)
      await sql.query("INSERT INTO assay.recovery_codes (account_id, code_hash) VALUES ($1, $2)", [
        accountId,
        hashToken(one),
      ]);
    await writeAudit(sql, actor, { partnerId: actor.partnerId });
    return codes;
  });
}

/** Refuses a code that is neither the authenticator's nor one for recovery; each is good once. */
export async function checkCode(context: ConsoleContext, accountId: string, written: string): Promise<void> {
  const { database } = context;
  await countUse(database, "give a code", { account: accountId });
  const code = written.replace(/\s/g, "").toLowerCase();
  const isRight = /^\d{6}$/.test(code)
    ? await isNextCode(context, database, accountId, code)
    : await first(database, "DELETE FROM assay.recovery_codes WHERE account_id = $1 AND code_hash = $2 RETURNING 1", [
        accountId,
        hashToken(code),
      ]);
  if (!isRight) throw wrongCode();
}

/** Uses a code of the authenticator up: neither it nor an earlier one is taken again. */
async function isNextCode({ seal }: ConsoleContext, sql: Sql, id: string, code: string): Promise<boolean> {
  const row = await first<{ totp_sealed: string | null }>(sql, "SELECT totp_sealed FROM assay.accounts WHERE id = $1", [
    id,
  ]);
  if (!row?.totp_sealed) return false;
  const key = Buffer.from(seal.open(purpose(id), row.totp_sealed), "base64");
  const now = stepAt(await databaseTime(sql));
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => now - drift + index);
  const step = steps.find((candidate) => isSame(codeAt(key, candidate), code));
  return (
    step !== undefined &&
    (await first(sql, "UPDATE assay.accounts SET totp_step = $2 WHERE id = $1 AND totp_step < $2 RETURNING id", [
      id,
      step,
    ])) !== undefined
  );
}

/** Asks an account for no more codes. */
export async function removeSecondFactor(
  { database }: ConsoleContext,
  actor: Actor,
  { id, email, partner_id }: { id: string; email: string; partner_id: string | null },
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("UPDATE assay.accounts SET totp_sealed = NULL, totp_since = NULL WHERE id = $1", [id]);
    await sql.query("DELETE FROM assay.recovery_codes WHERE account_id = $1", [id]);
    await writeAudit(sql, actor, { about: email, partnerId: partner_id });
  });
}

/** Seals keys anew that were sealed with an earlier key. */
export const resealSecondFactors = (context: ConsoleContext): Promise<number> =>
  resealColumn(context, { table: "accounts", column: "totp_sealed", purpose });
