import { first, type Sql } from "../store/database.ts";
import { announce } from "./outbox.ts";

/** Something that changed, and why. */
export interface ConsoleEvent {
  id: number;
  at: Date;
  kind: string;
  before: string | null;
  after: string | null;
  why: string;
  run_id: string | null;
  partner?: string | null;
  provider?: string | null;
}

export const eventKinds = [
  "state",
  "certificate",
  "failure",
  "not-judged",
  "not-measured",
  "stopped-the-judge",
  "provider-verdict",
  "baseline",
  "contracts",
  "contest",
  "expiring",
  "note-to-partner",
  "note-to-operators",
] as const;
type EventKind = (typeof eventKinds)[number];

/** The facts of an event. */
export interface EventFacts {
  kind: EventKind;
  partnerId?: string;
  providerId?: string;
  runId?: string;
  before?: string | null;
  after?: string | null;
  why: string;
}

/** Leaves an event, with what is to be sent of it; both happen, or neither. */
export async function writeEvent(sql: Sql, facts: EventFacts): Promise<void> {
  const { kind, partnerId = null, providerId = null, runId = null, before = null, after = null, why } = facts;
  const event = await first<{ id: number }>(
    sql,
    `INSERT INTO assay.events (kind, partner_id, provider_id, run_id, before, after, why)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id::int`,
    [kind, partnerId, providerId, runId, before, after, why],
  );
  if (event) await announce(sql, { id: event.id, kind, partnerId });
}

const shown = `e.id::int AS id, e.at, e.kind, e.before, e.after, e.why, e.run_id, p.slug AS partner, v.name AS provider
  FROM assay.events e LEFT JOIN assay.partners p ON p.id = e.partner_id LEFT JOIN assay.providers v ON v.id = e.provider_id`;

/** The number of events that a page has. */
export const eventLines = 100;

/** Which events are wanted. */
export interface EventQuery {
  before?: number | undefined;
  kind?: EventKind | undefined;
  search?: string | undefined;
}

/** The latest events, of one partner or of all, or those before one. */
export const readEvents = (
  sql: Sql,
  partnerId: string | null,
  { before, kind, search = "" }: EventQuery = {},
): Promise<ConsoleEvent[]> =>
  sql.query<ConsoleEvent>(
    `SELECT ${shown} WHERE ($1::uuid IS NULL OR e.partner_id = $1) AND ($2::bigint IS NULL OR e.id < $2)
       AND ($4::text IS NULL OR e.kind = $4) AND strpos(lower(concat_ws(' ', p.name, p.slug, v.name, e.why)), lower($5)) > 0
     ORDER BY e.id DESC LIMIT $3`,
    [partnerId, before ?? null, eventLines, kind ?? null, search.trim()],
  );

export const eventsById = (sql: Sql, ids: readonly number[]): Promise<ConsoleEvent[]> =>
  sql.query<ConsoleEvent>(`SELECT ${shown} WHERE e.id = ANY ($1::bigint[]) ORDER BY e.id`, [ids]);
