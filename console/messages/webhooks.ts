import { createHmac, randomBytes } from "node:crypto";
import { Agent, request } from "undici";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { databaseTime, first, type Sql } from "../store/database.ts";
import { whyRefused, withinPublicNetworks } from "../vault/private-networks.ts";
import { resealColumn } from "../vault/reseal.ts";

/** An address that hears of events: of the operator's own systems, or of a partner's. */
export interface Webhook {
  id: string;
  partner_id: string | null;
  url: string;
  last_status: string;
  last_at: Date | null;
}

/** The time that a receiver may take, in milliseconds. */
const answeredWithin = 10_000;

/** The most addresses that operators have, and that each partner has. */
const maxWebhooks = 20;

const columns = "id, partner_id, url, last_status, last_at";
const purpose = (id: string): string => `hook ${id}`;

/** Adds an address; the secret that events are signed with is shown this once. */
export async function createWebhook(
  context: ConsoleContext,
  actor: Actor,
  { url, partner }: { url: string; partner?: { id: string; slug: string } },
): Promise<Webhook & { secret: string }> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConsoleRefusal("bad-input", "give an http or https address", "url");
  // The address stands in the audit log and in lists.
  if (new URL(url).username || new URL(url).password)
    throw new ConsoleRefusal("bad-input", "leave name and password out; events are signed", "url");
  const refused = context.settings.allowsPrivate ? undefined : await whyRefused(url);
  if (refused) throw new ConsoleRefusal("bad-input", refused, "url");
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return context.database.transaction(async (sql) => {
    const webhook = await first<Webhook>(
      sql,
      `INSERT INTO assay.webhooks (partner_id, url, secret_sealed)
       SELECT $1::uuid, $2, '' WHERE (SELECT count(*) FROM assay.webhooks WHERE partner_id IS NOT DISTINCT FROM $1::uuid) < $3
       RETURNING ${columns}`,
      [partner?.id ?? null, url, maxWebhooks],
    );
    if (!webhook) throw new ConsoleRefusal("conflict", `there are ${maxWebhooks} addresses already; remove one`);
    await sql.query("UPDATE assay.webhooks SET secret_sealed = $2 WHERE id = $1", [
      webhook.id,
      context.seal.seal(purpose(webhook.id), secret),
    ]);
    await writeAudit(sql, actor, { about: url, partnerId: partner?.id ?? null });
    return { ...webhook, secret };
  });
}

/** The addresses of operators, or of a partner. */
export const listWebhooks = (sql: Sql, partnerId: string | null): Promise<Webhook[]> =>
  sql.query<Webhook>(
    `SELECT ${columns} FROM assay.webhooks WHERE partner_id IS NOT DISTINCT FROM $1::uuid ORDER BY created_at`,
    [partnerId],
  );

export const webhookById = (sql: Sql, id: string): Promise<Webhook | undefined> =>
  first<Webhook>(sql, `SELECT ${columns} FROM assay.webhooks WHERE id::text = $1`, [id]);

export async function removeWebhook(
  { database }: ConsoleContext,
  actor: Actor,
  { id, url, partner_id }: Webhook,
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("DELETE FROM assay.webhooks WHERE id = $1", [id]);
    // An assay of the version before sends to those that stand here.
    await sql.query("DELETE FROM assay.hooks WHERE id = $1", [id]);
    await writeAudit(sql, actor, { about: url, partnerId: partner_id });
  });
}

/** A message as Standard Webhooks has it: one id however often it is sent, and a signature with the secret of the address. */
export interface WebhookMessage {
  id: string;
  body: string;
}

/** The headers that a receiver checks a message by; https://www.standardwebhooks.com. */
function signedHeaders(secret: string, { id, body }: WebhookMessage, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.valueOf() / 1000));
  // Secrets that were made before this form have another prefix.
  const key = Buffer.from(secret.replace(/^whs(?:ec)?_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** Sends one message to an address, and returns the status that it answered, or why it did not. */
export async function sendToWebhook(
  context: ConsoleContext,
  webhookId: string,
  message: WebhookMessage,
): Promise<string> {
  const { database, seal, settings } = context;
  const webhook = await first<{ url: string; secret_sealed: string }>(
    database,
    "SELECT url, secret_sealed FROM assay.webhooks WHERE id = $1",
    [webhookId],
  );
  if (!webhook) return "it was removed";
  const secret = seal.open(purpose(webhookId), webhook.secret_sealed);
  const headers = {
    "content-type": "application/json",
    ...signedHeaders(secret, message, await databaseTime(database)),
  };
  const status = await withinPublicNetworks(settings, () => post(webhook.url, headers, message.body));
  await database.query("UPDATE assay.webhooks SET last_status = $2, last_at = now() WHERE id = $1", [
    webhookId,
    status,
  ]);
  return status;
}

/** Its connections are its own, so that each was made where it may be. */
const receivers = new Agent();

async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  try {
    const answer = await request(url, {
      method: "POST",
      headers,
      body,
      dispatcher: receivers,
      signal: AbortSignal.timeout(answeredWithin),
    });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `no answer (${code ?? message})`;
  }
}

/** Seals secrets anew that were sealed with an earlier key. */
export const resealWebhooks = async (context: ConsoleContext): Promise<number> =>
  (await resealColumn(context, { table: "webhooks", column: "secret_sealed", purpose })) +
  (await resealColumn(context, { table: "hooks", column: "secret_sealed", purpose }));
