import type { Row, Sql } from "../store/database.ts";
import type { Actor } from "./actor.ts";

/** One line of the audit log. */
export interface AuditLine {
  id: number;
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

/** How many lines a page has. */
export const auditLines = 200;

/** The latest lines, or those before one: whoever does a lot pushes nothing out of sight. */
export const readAudit = (sql: Sql, before?: number) =>
  sql.query<AuditLine>(
    `SELECT id::int AS id, at, who, act, about, address FROM assay.audit
     WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
    [before ?? null, auditLines],
  );
