import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { databaseTime, first, type Sql } from "../store/database.ts";
import { whyRefused, withinPublicNetworks } from "../vault/private-networks.ts";
import { resealColumn } from "../vault/reseal.ts";
import { makeToken } from "../vault/tokens.ts";
import { eventById } from "./events.ts";

/** An address of the operator's own systems that hears of events. */
export interface Hook {
  id: string;
  url: string;
  last_status: string;
  last_at: Date | null;
}

/** How long a receiver may take, in milliseconds. */
const answeredWithin = 10_000;

/** The most addresses that hear of events. */
const mostHooks = 20;

const purpose = (id: string): string => `hook ${id}`;

/** Adds an address; the secret that events are signed with is shown this once. */
export async function createHook(
  context: ConsoleContext,
  actor: Actor,
  url: string,
): Promise<Hook & { secret: string }> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConsoleRefusal("bad-input", "give an http or https address", "url");
  // The address stands in the audit log and in lists.
  if (new URL(url).username || new URL(url).password)
    throw new ConsoleRefusal("bad-input", "leave name and password out; events are signed", "url");
  const refused = context.settings.allowsPrivate ? undefined : await whyRefused(url);
  if (refused) throw new ConsoleRefusal("bad-input", refused, "url");
  const secret = makeToken("whs_");
  return context.database.transaction(async (sql) => {
    const hook = await first<Hook>(
      sql,
      `INSERT INTO assay.hooks (url, secret_sealed) SELECT $1, '' WHERE (SELECT count(*) FROM assay.hooks) < $2
       RETURNING id, url, last_status, last_at`,
      [url, mostHooks],
    );
    if (!hook) throw new ConsoleRefusal("conflict", `there are ${mostHooks} addresses already; remove one`);
    await sql.query("UPDATE assay.hooks SET secret_sealed = $2 WHERE id = $1", [
      hook.id,
      context.seal.seal(purpose(hook.id), secret),
    ]);
    await writeAudit(sql, actor, { about: url });
    return { ...hook, secret };
  });
}

export const listHooks = (sql: Sql): Promise<Hook[]> =>
  sql.query<Hook>("SELECT id, url, last_status, last_at FROM assay.hooks ORDER BY created_at");

export async function removeHook({ database }: ConsoleContext, actor: Actor, id: string): Promise<void> {
  const gone = await first<{ url: string }>(database, "DELETE FROM assay.hooks WHERE id::text = $1 RETURNING url", [
    id,
  ]);
  if (!gone) throw new ConsoleRefusal("not-found", "there is no such webhook");
  await writeAudit(database, actor, { about: gone.url });
}

/** Tells one address of one event; one that does not take it is told again later, by the queue. */
export async function deliverEvent(context: ConsoleContext, hookId: string, eventId: number): Promise<void> {
  const { database, seal } = context;
  const hook = await first<{ url: string; secret_sealed: string }>(
    database,
    "SELECT url, secret_sealed FROM assay.hooks WHERE id = $1",
    [hookId],
  );
  const event = await eventById(database, eventId);
  if (!hook || !event) return;
  const body = JSON.stringify({ format: "assay-event/1", ...event });
  const at = Math.floor((await databaseTime(database)).valueOf() / 1000);
  const signature = createHmac("sha256", seal.open(purpose(hookId), hook.secret_sealed)).update(`${at}.${body}`);
  const headers = {
    "content-type": "application/json",
    "x-assay-event": String(event.id),
    "x-assay-signature": `t=${at},v1=${signature.digest("hex")}`,
  };
  const status = await withinPublicNetworks(context.settings, () => post(hook.url, headers, body));
  await database.query("UPDATE assay.hooks SET last_status = $2, last_at = now() WHERE id = $1", [hookId, status]);
  if (!status.startsWith("2")) throw new Error(`webhook ${hook.url}: ${status}`);
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
export const resealHooks = (context: ConsoleContext): Promise<number> =>
  resealColumn(context, { table: "hooks", column: "secret_sealed", purpose });
