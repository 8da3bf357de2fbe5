import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { hashPassword, isPassword } from "../vault/passwords.ts";
import { hashToken } from "../vault/tokens.ts";
import { type Account, accountColumns } from "./account.ts";
import type { Actor } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { findInvitation, useInvitation } from "./invitations.ts";
import { countUse, forgetUses, networkOf } from "./limits.ts";
import { checkPassword } from "./passwords.ts";
import { ConsoleRefusal, usedLink } from "./refusal.ts";

export interface SignIn {
  email: string;
  password: string;
  address: string;
}

const emailOf = (text: string): string => text.trim().toLowerCase();

/** Makes the account that an invitation is for. */
export async function join(
  { database, settings }: Pick<ConsoleContext, "database" | "settings">,
  token: string,
  { email: written, password, address }: SignIn,
): Promise<Account> {
  const email = emailOf(written);
  // Printable ASCII alone, so that no address looks like another's in the audit log.
  if (!/^[!-?A-~]+@[!-?A-~]+$/.test(email) || email.length > 200)
    throw new ConsoleRefusal("bad-input", "give an e-mail address such as ada@partner.example", "email");
  checkPassword(password);
  await countUse(database, "join", { address, account: hashToken(token) });
  // Whatever refuses is asked before a hash is computed, and again afterwards, when someone may have been faster.
  if (!(await findInvitation(database, token))) throw usedLink();
  await checkUnused(database, email);
  const hash = await hashPassword(password, settings.passwordCost);
  return database.transaction(async (sql) => {
    await checkUnused(sql, email);
    const invitation = await useInvitation(sql, token);
    if (!invitation) throw usedLink();
    const account = await first<Account>(
      sql,
      `INSERT INTO assay.accounts AS a (role, partner_id, email, password) VALUES ($1, $2, $3, $4)
       RETURNING ${accountColumns}`,
      [invitation.role, invitation.partner_id, email, hash],
    );
    if (!account) throw new ConsoleRefusal("conflict", "the account could not be made; try again");
    await writeAudit(
      sql,
      { accountId: account.id, email, address, doing: "joined" },
      {
        about: account.role,
        partnerId: account.partner_id,
      },
    );
    return account;
  });
}

async function checkUnused(sql: Sql, email: string): Promise<void> {
  if (await first(sql, "SELECT 1 FROM assay.accounts WHERE email = $1", [email]))
    throw new ConsoleRefusal(
      "conflict",
      "this e-mail address has an account already; sign in, or give another",
      "email",
    );
}

/** The account of anyone who knows its password; attempts are limited, and those that fail are in the audit log. */
export async function signIn({ database }: Pick<ConsoleContext, "database">, given: SignIn): Promise<Account> {
  const { address } = given;
  const email = emailOf(given.email);
  const fromHere = `${email} from ${networkOf(address)}`;
  const account = await first<Account & { password: string | null }>(
    database,
    `SELECT ${accountColumns}, password FROM assay.accounts a WHERE email = $1`,
    [email],
  );
  // It counts before it is known to be wrong, so that many attempts at once do not all pass.
  const isKnown = await hasSignedInFrom(database, account, address);
  await countUse(database, "sign in", { ...(isKnown ? {} : { address }), account: fromHere });
  if (!isKnown) await countUse(database, "sign in from elsewhere", { account: email });
  const isRight = await isPassword(given.password, account?.password ?? undefined);
  const doing = account && isRight ? "signed in" : "failed to sign in";
  await writeAudit(
    database,
    { accountId: account?.id ?? null, email, address, doing },
    {
      partnerId: account?.partner_id ?? null,
    },
  );
  if (!account || !isRight)
    throw new ConsoleRefusal("wrong-password", "e-mail address or password is wrong; try again");
  await forgetUses(database, "sign in", fromHere);
  return account;
}

/** True if someone signed in to an account from an address before; strangers elsewhere cannot delay them, nor others at that address, such as those behind the same proxy. */
const hasSignedInFrom = async (sql: Sql, account: Account | undefined, address: string): Promise<boolean> =>
  (await first(
    sql,
    "SELECT 1 FROM assay.audit WHERE account_id = $1 AND address = $2 AND act IN ('signed in', 'joined') LIMIT 1",
    [account?.id ?? null, address],
  )) !== undefined;

/** The people of a partner, or the operators. */
export const listAccounts = (sql: Sql, partnerId: string | null): Promise<Account[]> =>
  sql.query<Account>(
    `SELECT ${accountColumns} FROM assay.accounts a WHERE partner_id IS NOT DISTINCT FROM $1 ORDER BY email`,
    [partnerId],
  );

export const accountByEmail = (sql: Sql, email: string): Promise<Account | undefined> =>
  first<Account>(sql, `SELECT ${accountColumns} FROM assay.accounts a WHERE email = $1`, [emailOf(email)]);

export const accountById = (sql: Sql, id: string): Promise<Account | undefined> =>
  first<Account>(sql, `SELECT ${accountColumns} FROM assay.accounts a WHERE id::text = $1`, [id]);

/** Ends someone's account, with its sessions and tokens; never one's own, so that an operator is left. */
export async function endAccount(
  { database }: Pick<ConsoleContext, "database">,
  actor: Actor,
  { id, email, partner_id }: Account,
): Promise<void> {
  if (id === actor.accountId)
    throw new ConsoleRefusal("conflict", "this is your own account; another operator can end it");
  await database.transaction(async (sql) => {
    await sql.query("DELETE FROM assay.accounts a WHERE id = $1", [id]);
    await writeAudit(sql, actor, { about: email, partnerId: partner_id });
  });
}
