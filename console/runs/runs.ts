import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { entriesIn } from "../../record/journal/read-journal.ts";
import type { Entry } from "../../record/journal.ts";
import type { Outcome, Verdict } from "../../record/results.ts";
import { type Actor, isOperator } from "../accounts/actor.ts";
import type { ConsoleContext } from "../context.ts";
import { latestVerdicts } from "../partners/latest-verdicts.ts";
import { first, type Sql } from "../store/database.ts";
import { setting } from "../store/settings.ts";
import { object, stored } from "../store/stored.ts";

/** Where a run is. */
type RunState = "queued" | "running" | "finished" | "not-measured";

/** A run without its journal. */
export interface StoredRun {
  id: string;
  /** The short name of the partner, or the provider, that is judged. */
  partner: string | null;
  provider: string | null;
  partner_id: string | null;
  provider_id: string | null;
  /** Someone of the partner, an operator, or a time of day. */
  asked_by: (typeof runAskers)[number];
  claims: string[] | null;
  /** The requirement of these claims that alone is judged. */
  requirement: string | null;
  state: RunState;
  attempt: number;
  worker_id: string | null;
  job_id: string;
  why: string | null;
  verdict: Verdict | null;
  outcomes: Record<string, Outcome> | null;
  changes: unknown;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns = `id, (SELECT slug FROM assay.partners p WHERE p.id = partner_id) AS partner, provider_id AS provider, partner_id, provider_id, asked_by, claims, requirement, state, attempt, worker_id, job_id, why, verdict, outcomes, changes,
  created_at, started_at, finished_at`;

/** The setting that says when the nightly runs were last asked for. */
export const nightlySetting = setting<string>("nightly", { type: "string" });

/** The partners that are judged every night: those that have, or had, a good certificate. */
export const judgedNightly = "state IN ('certified', 'degraded', 'suspended') AND profile_shown IS NOT NULL";

/** The subject of a run, and who asked for it. */
export interface RunRequest {
  partnerId?: string;
  providerId?: string;
  askedBy: StoredRun["asked_by"];
  /** Only these claims. */
  claims?: readonly string[];
  /** Of them, this requirement alone. */
  requirement?: string | null;
}

/** People wait for their runs; nightly ones wait for people. */
const priorities: Record<StoredRun["asked_by"], number> = { operator: 11, person: 10, schedule: 1, nightly: 0 };

/** A person's run goes behind one of a partner that had fewer today, so that no partners keep others, or nightly runs, waiting for ever. */
async function priorityOf(sql: Sql, { asked_by, partner_id }: StoredRun): Promise<number> {
  if (asked_by !== "person") return priorities[asked_by];
  const today = await sql.query(
    "SELECT 1 FROM assay.runs WHERE partner_id = $1 AND asked_by = 'person' AND created_at > now() - interval '1 day'",
    [partner_id],
  );
  return Math.max(0, priorities.person + 1 - today.length);
}

/** Asks for a run; where one of the same subject is not over yet, that is the answer. */
export async function askRun(
  { queue }: Pick<ConsoleContext, "queue">,
  sql: Sql,
  request: RunRequest,
): Promise<StoredRun> {
  const { partnerId = null, providerId = null, askedBy, claims, requirement = null } = request;
  const jobId = randomUUID();
  const run = await first<StoredRun>(
    sql,
    `INSERT INTO assay.runs (partner_id, provider_id, asked_by, claims, requirement, job_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING ${columns}`,
    [partnerId, providerId, askedBy, claims ? JSON.stringify(claims) : null, requirement, jobId],
  );
  if (run) {
    await sendJob(queue, sql, run);
    return run;
  }
  const open = await first<StoredRun>(
    sql,
    `SELECT ${columns} FROM assay.runs WHERE state IN ('queued', 'running')
       AND (partner_id = $1::uuid OR provider_id = $2::uuid)`,
    [partnerId, providerId],
  );
  if (open?.asked_by === "person" && askedBy === "operator") return (await takeOver(sql, open, request)) ?? open;
  // The other one ended just now.
  return open ?? askRun({ queue }, sql, request);
}

/** Makes a partner's run that an operator asks for too the operator's, of what the operator wants as long as it waits: the partner must not end it, nor choose what is judged. */
const takeOver = (
  sql: Sql,
  { id }: StoredRun,
  { claims, requirement = null }: RunRequest,
): Promise<StoredRun | undefined> =>
  first<StoredRun>(
    sql,
    `UPDATE assay.runs SET asked_by = 'operator', claims = CASE state WHEN 'queued' THEN $2::jsonb ELSE claims END,
       requirement = CASE state WHEN 'queued' THEN $3 ELSE requirement END
     WHERE id = $1 AND state IN ('queued', 'running') RETURNING ${columns}`,
    [id, claims ? JSON.stringify(claims) : null, requirement],
  );

/** True if someone may end a run: a partner only what a person asked for, so that none keeps itself from being judged at night. */
export const mayEnd = (actor: Pick<Actor, "role">, { asked_by }: Pick<StoredRun, "asked_by">): boolean =>
  isOperator(actor) || asked_by === "person";

const changesSchema = { type: "array", items: object({ fact: { type: "string" }, change: { type: "string" } }) };

/** The differences between a provider's run and its baseline. */
export const changesOf = ({ changes }: Pick<StoredRun, "changes">): { fact: string; change: string }[] =>
  changes === null ? [] : stored("changes", changesSchema, changes);

/** The queue of a run's jobs. */
export const queueOf = ({ partner_id }: Pick<StoredRun, "partner_id">): "certify" | "watch" =>
  partner_id ? "certify" : "watch";

export const sendJob = async (queue: ConsoleContext["queue"], sql: Sql, run: StoredRun): Promise<void> =>
  queue.send(
    sql,
    queueOf(run),
    { run: run.id },
    {
      id: run.job_id,
      key: run.partner_id ?? run.provider_id ?? "",
      priority: await priorityOf(sql, run),
    },
  );

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const runById = async (sql: Sql, id: string): Promise<StoredRun | undefined> =>
  uuid.test(id) ? first<StoredRun>(sql, `SELECT ${columns} FROM assay.runs WHERE id = $1`, [id]) : undefined;

/** The latest runs of a partner or a provider. */
export const runsOf = (sql: Sql, subjectId: string, most = 30): Promise<StoredRun[]> =>
  sql.query<StoredRun>(
    ["partner_id", "provider_id"]
      .map((key) => `(SELECT ${columns} FROM assay.runs WHERE ${key} = $1 ORDER BY created_at DESC LIMIT $2)`)
      .join(" UNION ALL "),
    [subjectId, most],
  );

/** How a run is, or came out. */
export const runOutcomes = ["pass", "fail", "inconclusive", "not-measured", "running", "queued"] as const;
/** The sources of requests for runs. */
export const runAskers = ["person", "operator", "nightly", "schedule"] as const;

/** Which runs are wanted. */
export interface RunQuery {
  outcome?: (typeof runOutcomes)[number] | undefined;
  asked_by?: (typeof runAskers)[number] | undefined;
  /** A part of the name of the partner or the provider. */
  search?: string | undefined;
  /** The last run of the page before. */
  before?: string | undefined;
}

/** How many runs a page has. */
export const runLines = 50;

/** A page of the runs of one partner or of all subjects, the latest first. */
export const listRuns = (
  sql: Sql,
  { outcome, asked_by, search = "", before = "" }: RunQuery,
  partnerId: string | null = null,
): Promise<StoredRun[]> =>
  sql.query<StoredRun>(
    `SELECT ${columns} FROM assay.runs r WHERE ($1::uuid IS NULL OR partner_id = $1) AND ($2::text IS NULL OR coalesce(verdict, state) = $2)
       AND ($3::text IS NULL OR asked_by = $3)
       AND ($4 = '' OR EXISTS (SELECT 1 FROM assay.partners p WHERE p.id = r.partner_id AND strpos(lower(p.name || ' ' || p.slug), lower($4)) > 0)
         OR EXISTS (SELECT 1 FROM assay.providers v WHERE v.id = r.provider_id AND strpos(lower(v.name), lower($4)) > 0))
       AND ($5::uuid IS NULL OR (r.created_at, r.id) < (SELECT l.created_at, l.id FROM assay.runs l WHERE l.id = $5))
     ORDER BY created_at DESC, id DESC LIMIT ${runLines}`,
    [partnerId, outcome ?? null, asked_by ?? null, search.trim(), uuid.test(before) ? before : null],
  );

/** The runs of a partner that are not over. */
export const openRunsOf = (sql: Sql, partnerId: string): Promise<StoredRun[]> =>
  sql.query<StoredRun>(`SELECT ${columns} FROM assay.runs WHERE partner_id = $1 AND state IN ('queued', 'running')`, [
    partnerId,
  ]);

/** The latest run of each of some partners or providers, by its subject. */
export async function latestRuns(sql: Sql, subjects: readonly string[]): Promise<Map<string, StoredRun>> {
  const rows = await sql.query<StoredRun>(
    `SELECT latest.* FROM unnest($1::uuid[]) subject, LATERAL (${["partner_id", "provider_id"]
      .map((key) => `(SELECT ${columns} FROM assay.runs WHERE ${key} = subject ORDER BY created_at DESC LIMIT 1)`)
      .join(" UNION ALL ")}) latest`,
    [subjects],
  );
  return new Map(rows.map((run) => [run.partner_id ?? run.provider_id ?? "", run]));
}

/** The outcome of a requirement for one partner. */
export interface PartnerOutcome {
  partner: string;
  name: string;
  run_id: string;
  outcome: Outcome | null;
  finished_at: Date;
}

/** Which partners' outcomes are wanted. */
export interface OutcomeQuery {
  outcome?: Outcome | undefined;
  search?: string | undefined;
  /** The short name of the last partner of the page before. */
  after?: string | undefined;
}

/** The number of partners that a page of outcomes has. */
export const outcomeLines = 100;

/** A page of what became of one requirement in the latest run of all claims of each partner, failures first. */
export const outcomesAcross = (
  sql: Sql,
  requirement: string,
  { outcome, search = "", after = "" }: OutcomeQuery = {},
): Promise<PartnerOutcome[]> =>
  sql.query<PartnerOutcome>(
    `WITH found AS (SELECT p.slug AS partner, p.name, r.id AS run_id, r.finished_at, r.outcomes ->> $1 AS outcome,
         CASE r.outcomes ->> $1 WHEN 'fail' THEN 0 WHEN 'warn' THEN 1 ELSE 2 END AS rank
       FROM ${latestVerdicts} r JOIN assay.partners p ON p.id = r.partner_id)
     SELECT partner, name, run_id, finished_at, outcome FROM found
     WHERE ($2::text IS NULL OR coalesce(outcome, 'not-applicable') = $2) AND strpos(lower(name || ' ' || partner), lower($3)) > 0
       AND ($4 = '' OR (rank, name, partner) > (SELECT l.rank, l.name, l.partner FROM found l WHERE l.partner = $4))
     ORDER BY rank, name, partner LIMIT ${outcomeLines}`,
    [requirement, outcome ?? null, search.trim(), after],
  );

/** The texts that a finished run left: its results, and its journal, packed. */
export const readRecord = (sql: Sql, id: string) =>
  first<{ results: string; journal: Uint8Array | null }>(
    sql,
    "SELECT results, journal FROM assay.runs WHERE id = $1 AND state = 'finished'",
    [id],
  );

/** The entries of a journal as it is stored with its run; none where it is no longer kept. */
export const unpackedEntries = (journal: Uint8Array | null): Entry[] =>
  journal ? entriesIn(gunzipSync(journal).toString("utf8")) : [];
