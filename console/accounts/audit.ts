import type { Row, Sql } from "../store/database.ts";
import type { Actor } from "./actor.ts";

/** One line of the audit log. */
export interface AuditLine {
  at: Date;
  who: string;
  act: string;
  about: string;
  address: string;
}

/** Writes down who did what. */
export const writeAudit = (
  sql: Sql,
  who: (Pick<Actor, "email" | "address"> & { accountId: string | null }) | "console",
  act: string,
  { about = "", partnerId = null }: { about?: string; partnerId?: string | null } = {},
): Promise<Row[]> =>
  sql.query(
    "INSERT INTO assay.audit (account_id, who, act, about, partner_id, address) VALUES ($1, $2, $3, $4, $5, $6)",
    who === "console"
      ? [null, "console", act, about, partnerId, ""]
      : [who.accountId, who.email, act, about, partnerId, who.address],
  );

/** The latest lines, of one partner or of all. */
export const readAudit = (sql: Sql, { partnerId, most = 200 }: { partnerId?: string; most?: number } = {}) =>
  sql.query<AuditLine>(
    `SELECT at, who, act, about, address FROM assay.audit
     WHERE $1::uuid IS NULL OR partner_id = $1 ORDER BY id DESC LIMIT $2`,
    [partnerId ?? null, most],
  );
