import { parseFormat } from "../../base/formats/format-check.ts";
import { type Results, resultsOf } from "../../record/results.ts";
import { certificateId, type DsseEnvelope } from "../../reports/certificate/envelope.ts";
import { issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import { statementOf, type Waiver } from "../../reports/certificate/statement.ts";
import { loadRequirementSets } from "../../specs/ledger/requirement-sets.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { databaseTime, first, type Sql } from "../store/database.ts";
import type { Partner } from "./partners.ts";
import { currentKey } from "./signing.ts";
import type { JudgedFacts, RunSnapshot } from "./snapshot.ts";

/** A certificate as the console keeps it. */
export interface StoredCertificate {
  id: string;
  partner_id: string;
  run_id: string | null;
  envelope: string;
  digest: string;
  status: "valid" | "suspended" | "revoked" | "superseded";
  reason: string;
  changed_at: Date;
  issued_at: Date;
  expires_at: Date;
  /** True if a nightly run renews it; a second field says that it has come to its end. */
  is_ending: boolean;
  is_over: boolean;
}

/** The number of days before its end that a certificate is renewed by a nightly run. */
const renewBefore = 30;

const columns = `id, partner_id, run_id, envelope, digest, status, reason, changed_at, issued_at, expires_at,
  expires_at < now() + interval '${renewBefore} days' AS is_ending, expires_at <= now() AS is_over`;

/** The certificate of a partner that is good or suspended, or else the latest: clocks may go back. */
export const latestCertificate = (sql: Sql, partnerId: string): Promise<StoredCertificate | undefined> =>
  first<StoredCertificate>(
    sql,
    `SELECT ${columns} FROM assay.certificates WHERE partner_id = $1
     ORDER BY status IN ('valid', 'suspended') DESC, issued_at DESC, id LIMIT 1`,
    [partnerId],
  );

export const envelopeOf = ({ envelope }: StoredCertificate): DsseEnvelope =>
  parseFormat<DsseEnvelope>("envelope", envelope);

/** Issues a certificate for a run that passed, from what was stored with the run when it began; an earlier certificate is superseded. */
export async function issueFor(
  context: ConsoleContext,
  sql: Sql,
  partner: Partner,
  { runId, results, snapshot: { facts, secrets } }: { runId: string; results: string; snapshot: RunSnapshot },
): Promise<StoredCertificate> {
  const { claims, version, requirements, environment } = facts;
  const set = loadRequirementSets().find(({ digest }) => digest === requirements.digest);
  if (!set)
    throw new ConsoleRefusal(
      "conflict",
      `it was judged under revision ${requirements.revision}, which this assay does not know; certify it again`,
    );
  const issued = await databaseTime(sql);
  const envelope = issueCertificate(
    {
      results,
      profile: secrets.text,
      claims,
      version,
      environment,
      issued,
      waivers: waiversIn(resultsOf(results)),
    },
    await currentKey(context, sql),
    set,
  );
  await sql.query(
    `UPDATE assay.certificates SET status = 'superseded', reason = 'a newer certificate was issued', changed_at = now()
     WHERE partner_id = $1 AND status IN ('valid', 'suspended')`,
    [partner.id],
  );
  const { expires } = statementOf(envelope).predicate;
  const kept = await first<StoredCertificate>(
    sql,
    `INSERT INTO assay.certificates (partner_id, run_id, envelope, results, digest, issued_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [partner.id, runId, JSON.stringify(envelope), results, certificateId(envelope), issued, expires],
  );
  await writeEvent(sql, {
    kind: "certificate",
    partnerId: partner.id,
    runId,
    after: "issued",
    why: `all of ${statementOf(envelope).predicate.claims.join(", ")} passed`,
  });
  return kept as StoredCertificate;
}

/** The operators' waivers of a run's failures. */
const waiversIn = ({ requirements }: Results): Waiver[] =>
  requirements.flatMap(({ id, known }) =>
    known?.kind === "waived" ? [{ id, reason: known.reason, until: known.until }] : [],
  );

/** The most certificates that one partner gets within a day: each stays in the status list until it expires. */
export const maxPerDay = 10;

export const issuedToday = async (sql: Sql, partnerId: string): Promise<number> =>
  (
    await sql.query("SELECT 1 FROM assay.certificates WHERE partner_id = $1 AND issued_at > now() - interval '1 day'", [
      partnerId,
    ])
  ).length;

/** True if a run that passed calls for a new certificate: there is none that is good, it ends soon, or it is for something else. */
export function needsCertificate(latest: StoredCertificate | undefined, judged: JudgedFacts, name: string): boolean {
  if (!latest || latest.is_ending || latest.status === "revoked" || latest.status === "superseded") return true;
  const { subject, predicate } = statementOf(envelopeOf(latest));
  const [specification, requirements] = predicate.configuration;
  const isSame =
    subject[1]?.digest.sha256 === judged.profile &&
    specification?.name === `${judged.suite.name} ${judged.suite.version}` &&
    `sha256:${requirements?.digest.sha256}` === judged.requirements.digest &&
    predicate.application === name &&
    predicate.environment === judged.environment;
  return !isSame;
}

/** The number of days before its end that a certificate's partner hears of that. */
const noticeDays = [30, 7, 1];

/** Leaves an event for each certificate that comes to its end so many days from now, once for each of these numbers. */
export const noticeEnds = async (database: ConsoleContext["database"]): Promise<void> =>
  database.transaction(async (sql) => {
    const ending = await sql.query<{ partner_id: string; run_id: string | null; days: number; expires_at: Date }>(
      `UPDATE assay.certificates c SET noticed_days = n.days
       FROM (SELECT id, min(days) AS days FROM assay.certificates, unnest($1::int[]) days
         WHERE status IN ('valid', 'suspended') AND expires_at > now() AND expires_at <= now() + make_interval(days => days) GROUP BY id) n
       WHERE n.id = c.id AND (c.noticed_days IS NULL OR c.noticed_days > n.days)
       RETURNING c.partner_id, c.run_id, n.days, c.expires_at`,
      [noticeDays],
    );
    for (const { partner_id, run_id, days, expires_at } of ending)
      await writeEvent(sql, {
        kind: "expiring",
        partnerId: partner_id,
        ...(run_id ? { runId: run_id } : {}),
        after: `within ${days} ${days === 1 ? "day" : "days"}`,
        why: `its certificate ends ${expires_at.toISOString().slice(0, 10)}; a nightly run that passes renews it`,
      });
  });

/** Gives the certificate of a partner that is good, or suspended, another status. */
export const changeCertificate = (sql: Sql, partnerId: string, status: StoredCertificate["status"], reason: string) =>
  sql.query(
    `UPDATE assay.certificates SET status = $2, reason = $3, changed_at = now()
     WHERE partner_id = $1 AND status IN ('valid', 'suspended') AND status <> $2`,
    [partnerId, status, reason],
  );

/** The text of the results that a certificate is about. */
export const certifiedResults = async (sql: Sql, id: string): Promise<string> =>
  (await first<{ results: string }>(sql, "SELECT results FROM assay.certificates WHERE id = $1", [id]))?.results ?? "";
