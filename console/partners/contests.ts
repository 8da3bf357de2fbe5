import { formatSchema } from "../../base/formats/format-check.ts";
import type { KnownFailure } from "../../record/journal.ts";
import { applyKnown } from "../../record/results/known.ts";
import { type RequirementResult, type Results, resultsOf, textOfResults } from "../../record/results.ts";
import { withVerdict } from "../../record/verdict.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { databaseTime, first, jsonOf, type Sql } from "../store/database.ts";
import { stored } from "../store/stored.ts";
import { latestVerdicts } from "./latest-verdicts.ts";
import { settle } from "./life.ts";
import type { Partner } from "./partners.ts";

/** The decisions of an operator: the finding stands; it is waived until a date; or the suite is wrong. */
export const contestDecisions = ["upheld", "waived", "suite's fault"] as const;
export type ContestDecision = (typeof contestDecisions)[number];

export const contestStates = ["open", ...contestDecisions] as const;

/** A finding that a partner contests, as it was when it was contested. */
export interface Contest {
  id: string;
  partner_id: string;
  /** The partner's short name. */
  partner: string;
  run_id: string | null;
  requirement: string;
  finding: RequirementResult;
  comment: string;
  contested_by: string;
  contested_at: Date;
  decision: ContestDecision | null;
  reason: string | null;
  until: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

const columns = `c.id, c.partner_id, (SELECT slug FROM assay.partners p WHERE p.id = c.partner_id) AS partner, c.run_id, c.requirement, c.finding,
  c.comment, c.contested_by, c.contested_at, c.decision, c.reason, c.until::text AS until, c.decided_by, c.decided_at`;

/** The most findings that one partner contests at once. */
const maxOpen = 50;

/** Which contests are wanted. */
export interface ContestQuery {
  decision?: (typeof contestStates)[number] | undefined;
  /** A part of the requirement, of the partner's name, or of what was said. */
  search?: string | undefined;
  /** The last contest of the page before. */
  before?: string | undefined;
}

/** The number of contests that a page has. */
export const contestLines = 50;

/** A partner contests a finding of a run; its evidence is kept, whatever becomes of the run. */
export async function contest(
  context: ConsoleContext,
  actor: Actor,
  { partner, runId, requirement, comment }: { partner: Partner; runId: string; requirement: string; comment: string },
): Promise<Contest> {
  if (!comment.trim())
    throw new ConsoleRefusal("bad-input", "say why the finding is wrong, or cannot be fixed", "comment");
  return context.database.transaction(async (sql) => {
    const run = await first<{ results: string | null }>(sql, "SELECT results FROM assay.runs WHERE id = $1", [runId]);
    const results = run?.results ? resultsOf(run.results) : undefined;
    const finding = results?.requirements.find(({ id, outcome }) => id === requirement && outcome === "fail");
    if (!results || !finding)
      throw new ConsoleRefusal("bad-input", `${requirement} did not fail in this run`, "requirement");
    const made = await first<Contest>(
      sql,
      `INSERT INTO assay.contests AS c (partner_id, run_id, requirement, finding, suite, results, journal, comment, contested_by)
       SELECT $1, $2, $3, $4, $8, r.results, r.journal, $5, $6 FROM assay.runs r WHERE r.id = $2
         AND (SELECT count(*) FROM assay.contests WHERE partner_id = $1 AND decision IS NULL) < $7
       ON CONFLICT DO NOTHING RETURNING ${columns}`,
      [partner.id, runId, requirement, jsonOf(finding), comment.trim(), actor.email, maxOpen, suiteOf(results)],
    );
    if (!made)
      throw new ConsoleRefusal("conflict", "it is contested already, or too many findings are; wait for a decision");
    await leaveTrace(context, sql, actor, made, { after: "open", why: `${requirement} is contested: ${made.comment}` });
    return made;
  });
}

async function leaveTrace(
  context: ConsoleContext,
  sql: Sql,
  actor: Actor,
  { partner, partner_id, requirement, run_id }: Contest,
  { after, why }: { after: string; why: string },
): Promise<void> {
  const about = { partnerId: partner_id, ...(run_id ? { runId: run_id } : {}) };
  await writeEvent(sql, { kind: "contest", ...about, after, why });
  await writeAudit(sql, actor, { about: `${partner}: ${requirement}: ${after}`, partnerId: partner_id });
}

/** A page of the contests of one partner or of all, the latest first. */
export const listContests = (
  sql: Sql,
  partnerId: string | null,
  { decision, search = "", before = "" }: ContestQuery = {},
): Promise<Contest[]> =>
  sql.query<Contest>(
    `SELECT ${columns} FROM assay.contests c JOIN assay.partners o ON o.id = c.partner_id
     WHERE ($1::uuid IS NULL OR c.partner_id = $1) AND ($2::text IS NULL OR coalesce(c.decision, 'open') = $2)
       AND strpos(lower(concat_ws(' ', c.requirement, o.name, o.slug, c.comment, c.reason)), lower($3)) > 0
       AND ($4 = '' OR (c.contested_at, c.id) < (SELECT l.contested_at, l.id FROM assay.contests l WHERE l.id::text = $4))
     ORDER BY c.contested_at DESC, c.id DESC LIMIT ${contestLines}`,
    [partnerId, decision ?? null, search.trim(), before],
  );

export async function contestById(sql: Sql, id: string): Promise<Contest | undefined> {
  const row = await first<Contest>(sql, `SELECT ${columns} FROM assay.contests c WHERE c.id::text = $1`, [id]);
  return row && { ...row, finding: stored("finding", formatSchema("results#requirement"), row.finding) };
}

/** The results of the run as they were when a finding of it was contested. */
export const contestedResults = async (sql: Sql, { id }: Contest): Promise<string> =>
  (await first<{ results: string }>(sql, "SELECT results FROM assay.contests WHERE id = $1", [id]))?.results ?? "";

/** An operator decides; the runs that the decision touches are judged by it, and what follows for their partners is done. */
export async function decide(
  context: ConsoleContext,
  actor: Actor,
  { id }: Contest,
  { decision, reason, until }: { decision: ContestDecision; reason: string; until?: string | undefined },
): Promise<void> {
  if (!reason.trim() || reason.length > 500)
    throw new ConsoleRefusal("bad-input", "say why, in at most 500 characters: it stands on the certificate", "reason");
  await context.database.transaction(async (sql) => {
    const today = (await databaseTime(sql)).toISOString().slice(0, 10);
    const isDay = until !== undefined && /^\d{4}-\d\d-\d\d$/.test(until) && !Number.isNaN(Date.parse(until));
    if (decision === "waived" && !(isDay && until >= today))
      throw new ConsoleRefusal("bad-input", "give the last day of the waiver, such as 2027-01-31", "until");
    const decided = await first<Contest>(
      sql,
      `UPDATE assay.contests c SET decision = $2, reason = $3, until = $4, decided_by = $5, decided_at = now()
       WHERE c.id = $1 AND c.decision IS NULL RETURNING ${columns}`,
      [id, decision, reason.trim(), decision === "waived" ? until : null, actor.email],
    );
    if (!decided) throw new ConsoleRefusal("conflict", "it was decided already");
    const why = `${decided.requirement}: ${decision}${decided.until ? ` until ${decided.until}` : ""}: ${decided.reason}`;
    await leaveTrace(context, sql, actor, decided, { after: decision, why });
    if (decision !== "upheld") await judgeTouched(context, sql, decided);
  });
}

/** The most runs that one decision judges again: those of years of one partner, or of hundreds of partners. */
const maxTouched = 1_000;

/** Judges by a decision the runs in which the requirement failed: of its partner where it is waived, and of all where the suite is wrong. */
async function judgeTouched(context: ConsoleContext, sql: Sql, decided: Contest): Promise<void> {
  const touched = await sql.query<{
    id: string;
    partner_id: string;
    asked_by: string;
    results: string;
    is_latest: boolean;
  }>(
    `SELECT r.id, r.partner_id, r.asked_by, r.results, r.id IN (SELECT id FROM ${latestVerdicts} l) AS is_latest
     FROM assay.runs r WHERE r.outcomes ->> $1 = 'fail' AND r.partner_id IS NOT NULL AND ($2::uuid IS NULL OR r.partner_id = $2)
     ORDER BY r.finished_at DESC LIMIT $3`,
    [decided.requirement, decided.decision === "waived" ? decided.partner_id : null, maxTouched],
  );
  for (const { id, partner_id, asked_by, results: text, is_latest } of touched) {
    const before = resultsOf(text);
    const results = await judgedByDecisions(sql, partner_id, before);
    if (results === before) continue;
    const after = textOfResults(results);
    await sql.query("UPDATE assay.runs SET results = $2, verdict = $3, outcomes = outcomes || $4 WHERE id = $1", [
      id,
      after,
      results.verdict,
      JSON.stringify({
        [decided.requirement]: results.requirements.find((each) => each.id === decided.requirement)?.outcome,
      }),
    ]);
    if (is_latest && results.verdict === "pass")
      await settle(context, sql, partner_id, { runId: id, askedBy: asked_by, results, text: after });
  }
}

/** Names the suite that judged. */
const suiteOf = ({ suite, specification }: Results): string => suite?.digest ?? specification.digest;

/** Results as operators have decided: a waived finding warns until its day, and one that is the suite's fault is set aside as long as that suite judges. */
export async function judgedByDecisions(sql: Sql, partnerId: string, results: Results): Promise<Results> {
  const failed = results.requirements.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
  if (failed.length === 0) return results;
  const decisions = await sql.query<Contest & { suite: string }>(
    `SELECT c.requirement, c.decision, c.reason, c.until::text AS until, c.suite FROM assay.contests c
     WHERE c.requirement = ANY ($1) AND (c.decision = 'suite''s fault' OR (c.decision = 'waived' AND c.partner_id = $2))`,
    [failed, partnerId],
  );
  const faults = new Map(
    decisions.flatMap(({ requirement, decision, suite, reason }) =>
      decision === "suite's fault" && suite === suiteOf(results) ? [[requirement, reason]] : [],
    ),
  );
  const waived = decisions.flatMap(({ requirement, decision, reason, until }): KnownFailure[] =>
    decision === "waived" && until !== null ? [{ id: requirement, kind: "waived", reason: reason ?? "", until }] : [],
  );
  const today = (await databaseTime(sql)).toISOString().slice(0, 10);
  if (faults.size === 0 && !waived.some(({ until }) => until >= today)) return results;
  const requirements = applyKnown(results.requirements, waived, { today, entries: [] }).map((each) =>
    faults.has(each.id) && each.outcome === "fail"
      ? {
          ...each,
          outcome: "not-applicable" as const,
          reason: `the suite's fault: ${faults.get(each.id)}; it had found: ${each.reason}`,
        }
      : each,
  );
  return withVerdict({ ...results, requirements });
}
