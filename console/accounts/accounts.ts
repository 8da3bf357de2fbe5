import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { hashPassword, isPassword, passwordLength } from "../vault/passwords.ts";
import type { AccountRole } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { useInvitation } from "./invitations.ts";
import { ConsoleRefusal } from "./refusal.ts";

/** Somebody's account. */
export interface Account {
  id: string;
  role: AccountRole;
  partner_id: string | null;
  email: string;
}

/** What somebody signs in with. */
export interface SignIn {
  email: string;
  password: string;
  address: string;
}

/** How many failed attempts there may be within a quarter of an hour, for one account and from one address. */
const mostFailures = { account: 5, address: 50 };
const withinMinutes = 15;

const emailOf = (text: string): string => text.trim().toLowerCase();

/** Makes the account that an invitation is for. */
export async function join(
  { database, settings }: Pick<ConsoleContext, "database" | "settings">,
  token: string,
  { email: written, password, address }: SignIn,
): Promise<Account> {
  const email = emailOf(written);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 200)
    throw new ConsoleRefusal("bad-input", "give an e-mail address such as ada@partner.example", "email");
  if (password.length < passwordLength.least || password.length > passwordLength.most)
    throw new ConsoleRefusal(
      "bad-input",
      `give a password of ${passwordLength.least} to ${passwordLength.most} characters`,
      "password",
    );
  const hash = await hashPassword(password, settings.passwordCost);
  return database.transaction(async (sql) => {
    if (await first(sql, "SELECT 1 FROM assay.accounts WHERE email = $1", [email]))
      throw new ConsoleRefusal(
        "conflict",
        "this e-mail address has an account already; sign in, or give another",
        "email",
      );
    const invitation = await useInvitation(sql, token);
    if (!invitation) throw new ConsoleRefusal("used-link", "this link was used, or it is too old; ask for another");
    const account = await first<Account>(
      sql,
      `INSERT INTO assay.accounts (role, partner_id, email, password) VALUES ($1, $2, $3, $4)
       RETURNING id, role, partner_id, email`,
      [invitation.role, invitation.partner_id, email, hash],
    );
    if (!account) throw new ConsoleRefusal("conflict", "the account could not be made; try again");
    await writeAudit(sql, { accountId: account.id, email, address }, "joined", {
      about: account.role,
      partnerId: account.partner_id,
    });
    return account;
  });
}

/** The account of whoever knows its password; attempts are limited. */
export async function signIn({ database }: Pick<ConsoleContext, "database">, given: SignIn): Promise<Account> {
  const email = emailOf(given.email);
  const subjects = [`account ${email}`, `address ${given.address}`] as const;
  await checkAttempts(database, subjects);
  // It counts before it is known to be wrong, so that many attempts at once do not all pass.
  await database.query("INSERT INTO assay.attempts_to_sign_in (subject) VALUES ($1), ($2)", subjects);
  const account = await first<Account & { password: string }>(
    database,
    "SELECT id, role, partner_id, email, password FROM assay.accounts WHERE email = $1",
    [email],
  );
  const isRight = await isPassword(given.password, account?.password);
  if (!account || !isRight)
    throw new ConsoleRefusal("wrong-password", "e-mail address or password is wrong; try again");
  await database.query("DELETE FROM assay.attempts_to_sign_in WHERE subject = $1", [subjects[0]]);
  await writeAudit(database, { accountId: account.id, email, address: given.address }, "signed in", {
    partnerId: account.partner_id,
  });
  return account;
}

async function checkAttempts(sql: Sql, [account, address]: readonly [string, string]): Promise<void> {
  await sql.query("DELETE FROM assay.attempts_to_sign_in WHERE at < now() - make_interval(mins => $1)", [
    withinMinutes,
  ]);
  const rows = await sql.query<{ subject: string; count: number }>(
    "SELECT subject, count(*)::int AS count FROM assay.attempts_to_sign_in WHERE subject IN ($1, $2) GROUP BY subject",
    [account, address],
  );
  const countOf = (subject: string) => rows.find((row) => row.subject === subject)?.count ?? 0;
  if (countOf(account) >= mostFailures.account || countOf(address) >= mostFailures.address)
    throw new ConsoleRefusal("too-many", `there were too many attempts to sign in; wait ${withinMinutes} minutes`);
}
