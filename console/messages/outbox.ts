import { databaseTime, first, type Sql } from "../store/database.ts";
import { setting } from "../store/settings.ts";
import { type MailChoice, mailDueAt } from "./mail-times.ts";

/** Something that is sent of an event, and what became of it. */
export interface Delivery {
  id: number;
  state: (typeof deliveryStates)[number];
  attempts: number;
  /** The receiver's last answer. */
  answer: string;
  due_at: Date;
  created_at: Date;
  /** The address of a webhook, or of a person. */
  receiver: string;
  event_id: number | null;
  kind: string | null;
  why: string | null;
  partner: string | null;
}

/** The setting that says whether the console sends mail. */
export const mailSetting = setting<boolean>("mail", { type: "boolean" });

/** The kinds of events that people hear of by mail, and who of them. */
const mailed: Readonly<Record<string, "partners and operators" | "partners" | "operators">> = {
  state: "partners and operators",
  expiring: "partners and operators",
  contest: "partners and operators",
  failure: "partners",
  "not-judged": "partners",
  "stopped-the-judge": "partners and operators",
  "provider-verdict": "operators",
  "note-to-partner": "partners",
  "note-to-operators": "operators",
};

/** The mail choice of a person. */
export const mailChoiceOf = (sql: Sql, accountId: string): Promise<MailChoice | undefined> =>
  first<MailChoice>(sql, "SELECT mail, quiet_from, quiet_until, time_zone FROM assay.accounts WHERE id = $1", [
    accountId,
  ]);

/** Puts down what is to be sent of an event: to webhooks, and to the people whom it is for. */
export async function announce(
  sql: Sql,
  { id, kind, partnerId }: { id: number; kind: string; partnerId: string | null },
): Promise<void> {
  await sql.query(
    `INSERT INTO assay.deliveries (event_id, webhook_id) SELECT $1, id FROM assay.webhooks
     WHERE partner_id IS NULL OR partner_id = $2::uuid`,
    [id, partnerId],
  );
  const whom = mailed[kind];
  if (!whom) return;
  const people = await sql.query<MailChoice & { id: string }>(
    `SELECT id, mail, quiet_from, quiet_until, time_zone FROM assay.accounts
     WHERE mail <> 'never' AND (($2 <> 'operators' AND partner_id = $1::uuid) OR ($2 <> 'partners' AND partner_id IS NULL))
       AND EXISTS (SELECT 1 FROM assay.settings WHERE name = $3 AND value = 'true')`,
    [partnerId, whom, mailSetting.name],
  );
  if (people.length === 0) return;
  const now = await databaseTime(sql);
  for (const { id: account, ...choice } of people)
    await sql.query("INSERT INTO assay.deliveries (event_id, account_id, due_at) VALUES ($1, $2, $3)", [
      id,
      account,
      mailDueAt(now, choice),
    ]);
}

/** Puts down what an assay of the version before left to be sent. */
export const announceAgain = async (sql: Sql, webhookId: string, eventId: number): Promise<void> =>
  void (await sql.query(
    `INSERT INTO assay.deliveries (event_id, webhook_id) SELECT e.id, w.id FROM assay.events e, assay.webhooks w
     WHERE e.id = $1 AND w.id::text = $2`,
    [eventId, webhookId],
  ));

/** A delivery that a worker sends now. */
export interface DueDelivery {
  id: number;
  message: string;
  event_id: number | null;
  webhook_id: string | null;
  account_id: string | null;
  attempts: number;
}

/** The number of events that one mail names at most, and how many one webhook hears of before others have their turn. */
const maxAtOnce = { mail: 100, webhook: 5 };

/** Takes what is due; whatever a worker that dies has taken is due again in two minutes. */
export const takeDue = (sql: Sql, sendsMail: boolean): Promise<DueDelivery[]> =>
  sql.query<DueDelivery>(
    `UPDATE assay.deliveries SET attempts = attempts + 1, due_at = now() + interval '2 minutes'
     WHERE state = 'waiting' AND due_at <= now() AND id IN (SELECT id FROM
       (SELECT id, due_at, webhook_id, row_number() OVER (PARTITION BY webhook_id, account_id ORDER BY due_at, id) AS place
        FROM assay.deliveries WHERE state = 'waiting' AND due_at <= now() AND (webhook_id IS NOT NULL OR $1)) due
       WHERE place <= CASE WHEN webhook_id IS NULL THEN ${maxAtOnce.mail} ELSE ${maxAtOnce.webhook} END
       ORDER BY due_at LIMIT 200)
     RETURNING id::int AS id, message, event_id::int AS event_id, webhook_id, account_id, attempts`,
    [sendsMail],
  );

/** The interval at which something is sent, and after how many seconds again: twice as many each time, six hours at most. A receiver that is down for a day loses nothing. */
export const maxAttempts = 12;
const [retryAfter, maxRetryAfter] = [15, 21_600];

/** Writes down what became of something that this worker took. */
export const noteSent = (
  sql: Sql,
  { id, attempts }: Pick<DueDelivery, "id" | "attempts">,
  { answer, isTaken }: { answer: string; isTaken: boolean },
) =>
  sql.query(
    `UPDATE assay.deliveries SET answer = $3, state = CASE WHEN $4 THEN 'delivered' WHEN attempts >= $5 THEN 'failed' ELSE 'waiting' END,
       due_at = now() + make_interval(secs => least($6 * power(2, least(attempts, 20)), $7))
     WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
    [id, attempts, answer.slice(0, 500), isTaken, maxAttempts, retryAfter, maxRetryAfter],
  );

const shown = `SELECT d.id::int AS id, d.state, d.attempts, d.answer, d.due_at, d.created_at, coalesce(w.url, a.email) AS receiver,
    d.event_id::int AS event_id, e.kind, e.why, p.slug AS partner
  FROM assay.deliveries d LEFT JOIN assay.webhooks w ON w.id = d.webhook_id LEFT JOIN assay.accounts a ON a.id = d.account_id
  LEFT JOIN assay.events e ON e.id = d.event_id LEFT JOIN assay.partners p ON p.id = e.partner_id`;

/** The number of deliveries that a page has. */
export const deliveryLines = 100;

export const deliveryStates = ["waiting", "delivered", "failed"] as const;

/** Which deliveries are wanted. */
export interface DeliveryQuery {
  before?: number | undefined;
  state?: Delivery["state"] | undefined;
  search?: string | undefined;
}

/** The latest deliveries to the receivers of one partner, or of all, or those before one. */
export const listDeliveries = (
  sql: Sql,
  partnerId: string | null,
  { before, state, search = "" }: DeliveryQuery = {},
): Promise<Delivery[]> =>
  sql.query<Delivery>(
    `${shown} WHERE ($1::uuid IS NULL OR coalesce(w.partner_id, a.partner_id) = $1) AND ($2::bigint IS NULL OR d.id < $2)
       AND ($4::text IS NULL OR d.state = $4) AND strpos(lower(concat_ws(' ', w.url, a.email, p.name, p.slug, e.kind, e.why)), lower($5)) > 0
     ORDER BY d.id DESC LIMIT $3`,
    [partnerId, before ?? null, deliveryLines, state ?? null, search.trim()],
  );

/** A delivery, and the partner whose receiver it goes to. */
export const deliveryById = async (
  sql: Sql,
  id: string,
): Promise<{ id: number; partner_id: string | null } | undefined> =>
  /^\d{1,15}$/.test(id)
    ? first(
        sql,
        `SELECT d.id::int AS id, coalesce(w.partner_id, a.partner_id) AS partner_id FROM assay.deliveries d
         LEFT JOIN assay.webhooks w ON w.id = d.webhook_id LEFT JOIN assay.accounts a ON a.id = d.account_id WHERE d.id = $1`,
        [id],
      )
    : undefined;

/** Sends something once more, as often as it takes. */
export const sendAgain = (sql: Sql, id: number) =>
  sql.query("UPDATE assay.deliveries SET state = 'waiting', attempts = 0, due_at = now() WHERE id = $1", [id]);

/** Sends a trial to a webhook or a person. */
export const sendTrial = (
  sql: Sql,
  { webhookId = null, accountId = null }: { webhookId?: string | null; accountId?: string | null },
) => sql.query("INSERT INTO assay.deliveries (webhook_id, account_id) VALUES ($1, $2)", [webhookId, accountId]);
