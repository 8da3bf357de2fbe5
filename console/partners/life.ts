import { HarnessError } from "../../base/errors.ts";
import type { Outcome, Results, Verdict } from "../../record/results.ts";
import { sha256 } from "../../reports/certificate/envelope.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { first, type Sql } from "../store/database.ts";
import { readSetting, setting } from "../store/settings.ts";
import {
  changeCertificate,
  issuedToday,
  issueFor,
  latestCertificate,
  maxPerDay,
  needsCertificate,
} from "./certificates.ts";
import { lockPartner, type Partner, readSecrets } from "./partners.ts";
import { readSnapshot } from "./snapshot.ts";
import { afterNightly, afterUnjudged, failureHours, type PartnerState } from "./states.ts";

/** Who issues first certificates. */
export const approvalModes = ["at once", "by an operator"] as const;

/** The setting that lets an operator see a partner before its first certificate. */
export const approvalSetting = setting<(typeof approvalModes)[number]>("approval", { enum: approvalModes });

/** A run of all claims that was judged to its end. */
export interface JudgedRun {
  runId: string;
  askedBy: string;
  results: Results;
  /** The text of results.json. */
  text: string;
}

/** Changes the state of a partner, and leaves an event that says why. */
export async function changeState(
  sql: Sql,
  partner: Partner,
  { after, why, runId }: { after: PartnerState; why: string; runId?: string },
): Promise<void> {
  if (partner.state === after) return;
  await sql.query("UPDATE assay.partners SET state = $2 WHERE id = $1", [partner.id, after]);
  const about = { partnerId: partner.id, before: partner.state, after, why, ...(runId ? { runId } : {}) };
  await writeEvent(sql, { kind: "state", ...about });
  if (after === "suspended") await changeCertificate(sql, partner.id, "suspended", why);
  if (after === "certified") await changeCertificate(sql, partner.id, "valid", why);
  if (after === "revoked") await changeCertificate(sql, partner.id, "revoked", why);
}

/** Applies a judged run to its partner: a certificate, or a step up or down. */
export async function settle(context: ConsoleContext, sql: Sql, partnerId: string, run: JudgedRun): Promise<void> {
  const partner = await lockPartner(sql, partnerId);
  // An operator's revocation or suspension stays, whatever is judged, until an operator ends it; and earlier runs count for nothing afterwards.
  if (
    !partner ||
    partner.state === "revoked" ||
    partner.suspended_for !== null ||
    (await isRevokedSince(sql, run.runId))
  )
    return;
  const { verdict } = run.results;
  if (verdict === "pass") return settlePass(context, sql, partner, run);
  if (run.askedBy !== "nightly") return;
  const about = { partnerId, runId: run.runId };
  if (verdict !== "fail")
    return noteUnjudged(sql, {
      kind: "not-judged",
      ...about,
      why: `the nightly run was inconclusive: ${idsWith("untestable", run.results)}`,
    });
  await writeEvent(sql, {
    kind: "failure",
    ...about,
    why: `the nightly run failed: ${idsWith("fail", run.results)}`,
  });
  const change = afterNightly(partner.state, verdict, await countFailures(sql, partnerId));
  if (change) await changeState(sql, partner, { ...change, runId: run.runId });
}

/** Marks events of nightly runs. */
const atNight = "at night";

/** Leaves an event of a nightly run that its subject kept from a verdict, for whatever reason; many in a row take the partner one step down. */
export async function noteUnjudged(
  sql: Sql,
  facts: { kind: "not-judged" | "stopped-the-judge"; partnerId: string; runId: string; why: string },
): Promise<void> {
  const partner = await lockPartner(sql, facts.partnerId);
  await writeEvent(sql, { ...facts, after: atNight });
  const change = partner && afterUnjudged(partner.state, await countUnjudged(sql, partner.id));
  if (change) await changeState(sql, partner, { ...change, runId: facts.runId });
}

async function countUnjudged(sql: Sql, partnerId: string): Promise<number> {
  const rows = await sql.query(
    `SELECT 1 FROM assay.events e WHERE partner_id = $1 AND kind IN ('not-judged', 'stopped-the-judge') AND after = $2
       AND id > coalesce((SELECT max(id) FROM assay.events WHERE partner_id = $1 AND kind = 'state'), 0)
       AND at > ${lastPass}`,
    [partnerId, atNight],
  );
  return rows.length;
}

/** When the partner $1 last passed. */
const lastPass = `coalesce((SELECT max(finished_at) FROM assay.runs
  WHERE partner_id = $1 AND claims IS NULL AND verdict = 'pass'), '-infinity')`;

/** True if the partner of a run was revoked after the run was asked for. */
const isRevokedSince = async (sql: Sql, runId: string): Promise<boolean> =>
  (await first(
    sql,
    `SELECT 1 FROM assay.runs r JOIN assay.events e ON e.partner_id = r.partner_id AND e.kind = 'state' AND e.after = 'revoked'
     WHERE r.id = $1 AND e.at >= r.created_at`,
    [runId],
  )) !== undefined;

/** The number of requirements that an event names. */
const maxNamed = 10;

function idsWith(wanted: Outcome, { requirements }: Results): string {
  const ids = requirements.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  return ids.slice(0, maxNamed).join(", ") + (ids.length > maxNamed ? `, and ${ids.length - maxNamed} more` : "");
}

async function settlePass(context: ConsoleContext, sql: Sql, partner: Partner, run: JudgedRun): Promise<void> {
  const snapshot = await readSnapshot(context, sql, run.runId);
  if (!snapshot) throw new HarnessError(`run ${run.runId} passed, and what it judged was not stored`);
  const isFirst = partner.state === "new" || partner.state === "awaiting-approval";
  if (isFirst && (await readSetting(sql, approvalSetting)) === "by an operator") {
    const why = "it passed, and waits for an operator to approve it";
    return changeState(sql, partner, { after: "awaiting-approval", why, runId: run.runId });
  }
  if (needsCertificate(await latestCertificate(sql, partner.id), snapshot.facts, partner.name)) {
    if ((await issuedToday(sql, partner.id)) >= maxPerDay)
      return writeEvent(sql, {
        kind: "certificate",
        partnerId: partner.id,
        runId: run.runId,
        after: "not issued",
        why: `it passed, but ${maxPerDay} certificates were issued to it within a day; a later run that passes issues one`,
      });
    await issueFor(context, sql, partner, { runId: run.runId, results: run.text, snapshot });
  }
  const why = partner.state === "degraded" || partner.state === "suspended" ? "it passed again" : "it passed";
  await changeState(sql, partner, { after: "certified", why, runId: run.runId });
}

/** The nightly runs that failed since the last pass and the last change of state, within the hours that count. */
async function countFailures(sql: Sql, partnerId: string): Promise<number> {
  const row = await first<{ count: number }>(
    sql,
    `SELECT count(*)::int AS count FROM assay.runs
     WHERE partner_id = $1 AND asked_by = 'nightly' AND claims IS NULL AND verdict = 'fail'
       AND finished_at > now() - make_interval(hours => $2)
       AND finished_at > coalesce((SELECT max(at) FROM assay.events WHERE partner_id = $1 AND kind = 'state'), '-infinity')
       AND finished_at > ${lastPass}`,
    [partnerId, failureHours],
  );
  return row?.count ?? 0;
}

/** Changes a partner by the state that it has now, whatever the page showed that the change was asked for on. */
export const changing = (
  { database }: ConsoleContext,
  id: string,
  act: (sql: Sql, partner: Partner) => Promise<void>,
): Promise<void> =>
  database.transaction(async (sql) => {
    const partner = await lockPartner(sql, id);
    if (!partner) throw new ConsoleRefusal("not-found", "there is no such partner");
    await act(sql, partner);
  });

/** For how many days a run that passed may wait for approval: as long before its end as a certificate is renewed. */
const approvalDays = 30;

/**
 * An operator lets a partner that passed have its certificate, for what was judged; not where the profile describes something else by now, nor where another
 * run than the one that the operator names is the latest.
 */
export async function approve(context: ConsoleContext, actor: Actor, { id }: Partner, runId?: string): Promise<void> {
  await changing(context, id, async (sql, partner) => {
    const run = await first<{ id: string; results: string; verdict: Verdict; is_old: boolean }>(
      sql,
      `SELECT id, results, verdict, finished_at < now() - interval '${approvalDays} days' AS is_old FROM assay.runs WHERE partner_id = $1 AND claims IS NULL AND verdict IS NOT NULL
       ORDER BY finished_at DESC LIMIT 1`,
      [id],
    );
    const isPassed = run?.verdict === "pass";
    if (partner.state !== "awaiting-approval" || !isPassed)
      throw new ConsoleRefusal(
        "conflict",
        "there is nothing to approve: its latest run did not pass, or it is approved",
      );
    if (runId !== undefined && runId !== run.id)
      throw new ConsoleRefusal(
        "conflict",
        "another run ended since this page was loaded; look at that one before you approve it",
      );
    if (run.is_old)
      throw new ConsoleRefusal(
        "conflict",
        `the run that passed is older than ${approvalDays} days, and says nothing of the application as it is now; certify it again`,
      );
    const snapshot = await readSnapshot(context, sql, run.id);
    const { text } = await readSecrets(context, sql, id);
    if (snapshot?.facts.profile !== sha256(text))
      throw new ConsoleRefusal(
        "conflict",
        snapshot
          ? "its profile was changed after the run that passed had begun, so that run did not judge what is described now; certify it again"
          : "its latest run is of an assay that did not store what it judged; certify it again",
      );
    await issueFor(context, sql, partner, { runId: run.id, results: run.results, snapshot });
    await changeState(sql, partner, { after: "certified", why: `approved by ${actor.email}`, runId: run.id });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
  });
}

/** An operator takes a certificate away, for a reason. */
export async function revoke(context: ConsoleContext, actor: Actor, { id }: Partner, reason: string): Promise<void> {
  requireReason(reason);
  await changing(context, id, async (sql, partner) => {
    if (partner.state === "revoked") throw new ConsoleRefusal("conflict", "it is revoked already");
    await changeState(sql, partner, { after: "revoked", why: reason.trim() });
    await writeAudit(sql, actor, { about: `${partner.slug}: ${reason.trim()}`, partnerId: partner.id });
  });
}

/** An operator suspends a certificate, for a reason; no run takes that back. */
export async function suspend(context: ConsoleContext, actor: Actor, { id }: Partner, reason: string): Promise<void> {
  requireReason(reason);
  await changing(context, id, async (sql, partner) => {
    if (!["certified", "degraded", "suspended"].includes(partner.state) || partner.suspended_for !== null)
      throw new ConsoleRefusal("conflict", "it has no certificate to suspend, or an operator suspended it already");
    await sql.query("UPDATE assay.partners SET suspended_for = $2 WHERE id = $1", [id, reason.trim()]);
    await changeState(sql, partner, { after: "suspended", why: reason.trim() });
    await writeAudit(sql, actor, { about: `${partner.slug}: ${reason.trim()}`, partnerId: partner.id });
  });
}

/** An operator takes the own suspension back; the next nightly run says whether the application still holds. */
export async function liftSuspension(context: ConsoleContext, actor: Actor, { id }: Partner): Promise<void> {
  await changing(context, id, async (sql, partner) => {
    if (partner.suspended_for === null) throw new ConsoleRefusal("conflict", "no operator suspended it");
    await sql.query("UPDATE assay.partners SET suspended_for = NULL WHERE id = $1", [id]);
    if (partner.state === "suspended")
      await changeState(sql, partner, {
        after: "certified",
        why: `the suspension was lifted by ${actor.email}`,
      });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
  });
}

/** Refuses a reason for the status list that says nothing, or too much. */
export function requireReason(reason: string): void {
  if (!reason.trim() || reason.length > 500)
    throw new ConsoleRefusal("bad-input", "say why, in at most 500 characters: it stands in the status list", "reason");
}

/** An operator lets a revoked partner be certified anew. */
export async function readmit(context: ConsoleContext, actor: Actor, { id }: Partner): Promise<void> {
  await changing(context, id, async (sql, partner) => {
    if (partner.state !== "revoked") throw new ConsoleRefusal("conflict", "it is not revoked");
    if (partner.archived_at) throw new ConsoleRefusal("conflict", "it is archived; restore it first");
    await changeState(sql, partner, { after: "new", why: `readmitted by ${actor.email}` });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
  });
}

/** Partners whose certificate has come to its end. */
const ended = `SELECT p.id FROM assay.partners p WHERE p.state IN ('certified', 'degraded', 'suspended')
  AND NOT EXISTS (SELECT 1 FROM assay.certificates c
    WHERE c.partner_id = p.id AND c.status IN ('valid', 'suspended') AND c.expires_at > now())`;

/** Marks partners whose certificate has come to its end, unless it is renewed meanwhile. */
export async function expireCertificates(context: ConsoleContext): Promise<void> {
  for (const { id } of await context.database.query<{ id: string }>(ended))
    await changing(context, id, async (sql, partner) => {
      if (await first(sql, `${ended} AND p.id = $1`, [id]))
        await changeState(sql, partner, { after: "expired", why: "its certificate came to its end" });
    });
}
