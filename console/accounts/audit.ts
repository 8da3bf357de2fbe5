import { HarnessError } from "../../base/errors.ts";
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

/** Writes down who did what; what it is called stands with the action. */
export const writeAudit = (
  sql: Sql,
  { accountId, email, doing, address }: Pick<Actor, "email" | "address" | "doing"> & { accountId: string | null },
  { about = "", partnerId = null }: { about?: string; partnerId?: string | null } = {},
): Promise<Row[]> =>
  sql.query(
    "INSERT INTO assay.audit (account_id, who, act, about, partner_id, address) VALUES ($1, $2, $3, $4, $5, $6)",
    [accountId, email, doing ?? unnamed(), about, partnerId, address],
  );

const unnamed = (): never => {
  throw new HarnessError("an action that writes to the audit log has no name there");
};

/** The number of lines that a page has. */
export const auditLines = 200;

/** The latest lines that hold a text, or those before one: anyone who does a lot pushes nothing out of sight. */
export const readAudit = (
  sql: Sql,
  { before, search = "" }: { before?: number | undefined; search?: string | undefined } = {},
) =>
  sql.query<AuditLine>(
    `SELECT id::int AS id, at, who, act, about, address FROM assay.audit
     WHERE ($1::bigint IS NULL OR id < $1) AND strpos(lower(concat_ws(' ', who, act, about, address)), lower($3)) > 0
     ORDER BY id DESC LIMIT $2`,
    [before ?? null, auditLines, search.trim()],
  );
