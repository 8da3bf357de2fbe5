import type { AccountRole } from "./actor.ts";

/** Someone's account. */
export interface Account {
  id: string;
  role: AccountRole;
  partner_id: string | null;
  email: string;
  /** Since when codes of an authenticator are asked for. */
  totp_since: Date | null;
}

/** The columns of an account, of the table that is called `a`. */
export const accountColumns = "a.id, a.role, a.partner_id, a.email, a.totp_since";
