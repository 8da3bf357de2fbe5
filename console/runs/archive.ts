import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { changeState, changing, requireReason } from "../partners/life.ts";
import type { Partner } from "../partners/partners.ts";
import { cancelRun } from "./attempts.ts";
import { openRunsOf } from "./runs.ts";

/** An operator archives a partner: its certificate is revoked, its runs end, its invitations are withdrawn, and no list shows it but that of archived ones. */
export async function archive(context: ConsoleContext, actor: Actor, { id }: Partner, reason: string): Promise<void> {
  requireReason(reason);
  await changing(context, id, async (sql, partner) => {
    if (partner.archived_at) throw new ConsoleRefusal("conflict", "it is archived already");
    await changeState(sql, partner, { after: "revoked", why: reason.trim() });
    await sql.query("UPDATE assay.partners SET archived_at = now() WHERE id = $1", [id]);
    await sql.query("DELETE FROM assay.invitations WHERE partner_id = $1", [id]);
    await writeAudit(sql, actor, { about: `${partner.slug}: ${reason.trim()}`, partnerId: id });
  });
  for (const run of await openRunsOf(context.database, id)) await cancelRun(context, run, actor.email);
}

/** An operator takes an archived partner back; it stays revoked until it is readmitted. */
export async function restore(context: ConsoleContext, actor: Actor, { id }: Partner): Promise<void> {
  await changing(context, id, async (sql, partner) => {
    if (!partner.archived_at) throw new ConsoleRefusal("conflict", "it is not archived");
    await sql.query("UPDATE assay.partners SET archived_at = NULL WHERE id = $1", [id]);
    await writeAudit(sql, actor, { about: partner.slug, partnerId: id });
  });
}

/** An operator deletes an archived partner with all that is stored of it, but for lines of the audit log, and entries of the status list until they expire. */
export async function remove(context: ConsoleContext, actor: Actor, { id }: Partner, confirm: string): Promise<void> {
  await changing(context, id, async (sql, partner) => {
    if (!partner.archived_at) throw new ConsoleRefusal("conflict", "archive it first");
    if (confirm !== partner.slug)
      throw new ConsoleRefusal("bad-input", `give its short name, ${partner.slug}, to delete it`, "confirm");
    await sql.query(
      `INSERT INTO assay.left_certificates (digest, name, status, reason, changed_at, issued_at, expires_at)
       SELECT digest, $2, status, reason, changed_at, issued_at, expires_at FROM assay.certificates
       WHERE partner_id = $1 AND expires_at > now()`,
      [id, partner.name],
    );
    await sql.query("UPDATE assay.audit SET partner_id = NULL WHERE partner_id = $1", [id]);
    await sql.query("DELETE FROM assay.partners WHERE id = $1", [id]);
    await writeAudit(sql, actor, { about: partner.slug });
  });
}
