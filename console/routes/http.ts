import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { Context } from "hono";
import { UsageError } from "../../base/errors.ts";
import { markup } from "../../reports/parts/markup.ts";
import { accountById } from "../accounts/accounts.ts";
import { type Actor, covers, isOperator, roleNames } from "../accounts/actor.ts";
import { findApiToken } from "../accounts/api-tokens.ts";
import { invitationById } from "../accounts/invitations.ts";
import { countUse, inTurn, networkOf, takePlace } from "../accounts/limits.ts";
import { ConsoleRefusal, type ConsoleRefusalCode, notThere } from "../accounts/refusal.ts";
import { basePathOf, cookieNameAt, findSession, sessionHours, sessionTokenIn } from "../accounts/sessions.ts";
import type { ConsoleContext } from "../context.ts";
import { withLogFacts } from "../log.ts";
import { deliveryById } from "../messages/outbox.ts";
import { webhookById } from "../messages/webhooks.ts";
import { renderPage } from "../pages/layout.ts";
import { contestById } from "../partners/contests.ts";
import { findPartner, partnerById } from "../partners/partners.ts";
import { runById } from "../runs/runs.ts";
import { isAway } from "../store/retrying.ts";
import { LineFull } from "../vault/line.ts";
import { findProvider } from "../watch/providers.ts";
import { type ConsoleRoute, type CookieChanges, type RouteCall, type RouteReply, scopeOf } from "./action.ts";
import { readBody } from "./body.ts";
import { alarmsOf } from "./health.ts";
import { countAnswer } from "./metrics.ts";
import { checkForm, checkHost, checkOrigin, ownPath } from "./origin.ts";

/** The status of each refusal. */
const statuses: Record<ConsoleRefusalCode, number> = {
  "not-signed-in": 401,
  "wrong-password": 401,
  "wrong-code": 401,
  "not-allowed": 403,
  "not-found": 404,
  "used-link": 410,
  conflict: 409,
  "bad-input": 422,
  "bad-request": 400,
  "too-large": 413,
  "too-many": 429,
  "wrong-host": 421,
  failed: 500,
  away: 503,
};

/** Pages load what is the console's own, and nothing else; no one may put them into a frame. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Reports carry their style and script in themselves, and words of strangers; they are no part of the console's origin. */
const framePolicy =
  "sandbox allow-scripts allow-popups; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Answers a request by a route: who asks, whether they may, what they get. */
export function serveRoute(context: ConsoleContext, route: ConsoleRoute, c: Context): Promise<Response> {
  const request = randomUUID();
  return withLogFacts({ request }, async () => {
    const begun = performance.now();
    const response = await answerRoute(context, route, c);
    const seconds = (performance.now() - begun) / 1000;
    const { method, path } = route;
    countAnswer({ method, route: path, status: String(response.status) }, seconds);
    // Addresses hold tokens; that of the route does not.
    context.log(`${method} ${path} ${response.status}`, "info", { milliseconds: Math.round(seconds * 1000) });
    response.headers.set("x-request-id", request);
    return response;
  });
}

async function answerRoute(context: ConsoleContext, route: ConsoleRoute, c: Context): Promise<Response> {
  const isApi = route.path.startsWith("/api/");
  const address = addressOf(context, c);
  let actor: Actor | undefined;
  try {
    checkHost(context, c);
    actor = await findActor(context, c, address, isApi);
    const answer = async () => {
      const call = await createCall(context, route, c, { actor, address });
      const reply = await route.act(call).catch(async (error: unknown) => {
        const own = !isApi && error instanceof ConsoleRefusal && (await route.action.refused?.(error, call));
        if (own) return own;
        throw error;
      });
      return respond(context, c, call, reply);
    };
    // Strangers who send something wait for no one: one at an address could keep the others there from signing in.
    const who = actor?.accountId ?? (route.method === "GET" ? networkOf(address) : undefined);
    return await (who === undefined ? answer() : inTurn(who, answer));
  } catch (error) {
    await drain(c).catch(() => undefined);
    return refuse(context, c, { error, actor, isApi, path: c.req.path });
  }
}

/** The most bytes that are read of a body which no one wants. */
const maxDrained = 10_000_000;

/** Reads what is still being sent, within bounds: anyone who sends it would lose the connection instead of hearing why it is refused. */
async function drain(c: Context): Promise<void> {
  let drained = 0;
  if (c.req.raw.bodyUsed) return;
  for await (const { length } of c.req.raw.body ?? []) if ((drained += length) > maxDrained) break;
}

/** Consoles that have said that they do not believe a proxy. */
const distrusting = new WeakSet<ConsoleContext["settings"]>();

/** Where a request comes from; what a proxy says of it counts only where one is trusted. */
function addressOf({ settings, log }: ConsoleContext, c: Context): string {
  const given = c.req.header("x-forwarded-for");
  if (given && !settings.trustsProxy && !distrusting.has(settings)) {
    distrusting.add(settings);
    log(
      "a request came through a proxy that is not trusted: all who do so share one address, and its limits; start with --trust-proxy",
    );
  }
  const last = settings.trustsProxy ? given?.split(",").at(-1)?.trim() : undefined;
  const forwarded = last?.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1") ?? "";
  const { incoming } = c.env as { incoming?: { socket?: { remoteAddress?: string } } };
  return isIP(forwarded) ? forwarded : (incoming?.socket?.remoteAddress ?? "");
}

async function findActor(
  { database, settings }: ConsoleContext,
  c: Context,
  address: string,
  isApi: boolean,
): Promise<Actor | undefined> {
  const [, bearer] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  if (isApi && bearer) return findApiToken(database, bearer, address);
  const token = sessionTokenIn(c.req.header("cookie"), settings.publicUrl);
  return token ? findSession(database, token, address) : undefined;
}

/** The most bytes of a body that holds no document, and of those that strangers send: reading JSON takes many times its bytes. */
const usualBody = 300_000;
const strangersBody = 20_000;

async function createCall(
  context: ConsoleContext,
  route: ConsoleRoute,
  c: Context,
  { actor, address }: { actor: Actor | undefined; address: string },
): Promise<RouteCall> {
  const { method, action } = route;
  const { may, audit } = action;
  if (method !== "GET") checkOrigin(context, c);
  if (may !== "anyone" && !actor) throw new ConsoleRefusal("not-signed-in", "sign in first");
  if (may === "operator" && !(actor && isOperator(actor)))
    throw new ConsoleRefusal("not-allowed", "only operators may do this");
  const scope = scopeOf(action);
  // Acts on the own account depend on no role.
  const isOwnAccount = may === "member" && actor?.csrf !== undefined;
  if (actor && may !== "anyone" && !isOwnAccount && !covers(actor.scope, scope))
    throw new ConsoleRefusal(
      "not-allowed",
      actor.csrf
        ? `your role is ${roleNames[actor.role]}; ask an administrator to do this`
        : `this token's scope is ${actor.scope}; it takes one of scope ${scope}`,
    );
  const about = await findSubject(context, route, c, actor);
  const limit = action.limit ?? (method === "GET" ? undefined : "change something");
  if (actor && may !== "anyone" && limit) {
    // An operator acts for many partners.
    const account = `${actor.accountId} at ${about.partner?.id ?? ""}`;
    await countUse(context.database, limit, { address, account });
  }
  const maxBytes = may === "anyone" ? strangersBody : (action.maxBytes ?? usualBody);
  const sent = method === "GET" ? c.req.query() : await readBody(c, maxBytes);
  if (method !== "GET" && may !== "anyone") checkForm(actor, c, sent.csrf);
  return {
    context,
    get actor() {
      if (!actor) throw new ConsoleRefusal("not-signed-in", "sign in first");
      return { ...actor, doing: audit };
    },
    get partner() {
      return about.partner ?? missing();
    },
    get run() {
      return about.run ?? missing();
    },
    get provider() {
      return about.provider ?? missing();
    },
    get account() {
      return about.account ?? missing();
    },
    get invitation() {
      return about.invitation ?? missing();
    },
    get contest() {
      return about.contest ?? missing();
    },
    get hook() {
      return about.hook ?? missing();
    },
    get delivery() {
      return about.delivery ?? missing();
    },
    owner: about.partner,
    isSignedIn: actor !== undefined,
    address,
    param: (name) => c.req.param(name) ?? "",
    header: (name) => c.req.header(name),
    sent,
    async isStillAllowed() {
      const now = await findActor(context, c, address, route.isApi);
      if (now?.accountId !== actor?.accountId) return false;
      return findSubject(context, route, c, now).then(
        () => true,
        () => false,
      );
    },
    // A body that is asked for its headers alone is read by no one.
    signal: c.req.method === "HEAD" ? AbortSignal.abort() : c.req.raw.signal,
  };
}

const missing = (): never => {
  throw notThere();
};

/** The subject of an address; facts of other partners are not found. */
async function findSubject(
  { database }: ConsoleContext,
  { path, action: { may } }: ConsoleRoute,
  c: Context,
  actor: Actor | undefined,
) {
  const named = async <T>(name: string, find: (id: string) => Promise<T | undefined>): Promise<T | undefined> =>
    path.includes(`:${name}`) ? ((await find(c.req.param(name) ?? "")) ?? missing()) : undefined;
  const run = await named("run", (id) => runById(database, id));
  const provider = await named("provider", (id) => findProvider(database, id));
  const account = await named("account", (id) => accountById(database, id));
  const invitation = await named("invitation", (id) => invitationById(database, id));
  const contest = await named("contest", (id) => contestById(database, id));
  const hook = await named("hook", (id) => webhookById(database, id));
  const delivery = await named("delivery", (id) => deliveryById(database, id));
  const owner = (run ?? account ?? invitation ?? contest ?? hook ?? delivery)?.partner_id;
  const partner =
    (await named("partner", (slug) => findPartner(database, slug.replace(/\.svg$/, "")))) ??
    (owner ? await partnerById(database, owner) : undefined);
  const isOwn = actor !== undefined && (isOperator(actor) || (partner && partner.id === actor.partnerId));
  if (may === "own" && !isOwn) throw notThere();
  return { partner, run, provider, account, invitation, contest, hook, delivery };
}

async function respond(context: ConsoleContext, c: Context, call: RouteCall, reply: RouteReply): Promise<Response> {
  const headers: Record<string, string> = { ...commonHeaders, "cache-control": "no-store" };
  if ("json" in reply)
    return new Response(bodyOf(JSON.stringify(reply.json), call, c), {
      status: reply.status ?? 200,
      headers: { ...headers, "content-type": "application/json" },
    });
  if ("redirect" in reply) {
    return new Response(null, {
      status: 303,
      headers: {
        ...headers,
        ...cookiesOf(context, reply),
        location: basePathOf(context.settings.publicUrl) + reply.redirect,
      },
    });
  }
  if ("text" in reply)
    return new Response(bodyOf(reply.text, call, c), {
      headers: {
        ...headers,
        "content-type": reply.type,
        "content-security-policy": reply.isFrame
          ? framePolicy
          : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ...(reply.isPublic ? { "cache-control": "public, max-age=60" } : {}),
        ...(reply.file ? { "content-disposition": `attachment; filename="${reply.file}"` } : {}),
      },
    });
  if ("stream" in reply) return streamOf(reply.stream, c.req.raw.signal);
  return pageResponse(context, call.isSignedIn ? call.actor : undefined, { ...reply, path: c.req.path }, headers);
}

/** More characters than this are held until they were read, by a few readers at once. */
const longBody = 1_000_000;

/** The body of a reply. A long text is handed over piece by piece, and takes a place until all of it was read, or the connection ends. */
function bodyOf(text: string, call: RouteCall, c: Context): string | ReadableStream<Uint8Array> {
  // Public texts take no place from those who read records.
  if (text.length <= longBody || c.req.method === "HEAD" || !call.isSignedIn) return text;
  const { actor, address } = call;
  const leave = takePlace("record", { address, account: actor.partnerId ?? actor.accountId });
  const bytes = Buffer.from(text);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent < bytes.length) return controller.enqueue(bytes.subarray(sent, (sent += 65_536)));
      controller.close();
      leave();
    },
    cancel: leave,
  });
}

async function pageResponse(
  context: ConsoleContext,
  actor: Actor | undefined,
  { page, notice, path, status = 200, ...reply }: Extract<RouteReply, { page: unknown }> & { path: string },
  headers: Record<string, string>,
): Promise<Response> {
  const own = actor?.partnerId ? await partnerById(context.database, actor.partnerId) : undefined;
  const base = basePathOf(context.settings.publicUrl);
  const html = renderPage(page, {
    actor,
    notice,
    path,
    home: own && `/partners/${own.slug}`,
    alarms: actor && isOperator(actor) ? await alarmsOf(context) : [],
  });
  return new Response(belowPath(base, html), {
    status,
    headers: {
      ...headers,
      ...cookiesOf(context, reply),
      ...(reply.refresh ? { refresh: `0;url=${base}${reply.refresh}` } : {}),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy,
    },
  });
}

/** A page whose addresses lie below a path; what people wrote holds no quotation mark by now, and so no attribute. */
const belowPath = (base: string, html: string): string =>
  base ? html.replace(/( (?:href|src|action|data-(?:events|tasks|check))=")\//g, `$1${base}/`) : html;

/** The session's cookie is sent with requests of our own pages alone; that of a way in that was begun, when another site leads back, too. */
function cookiesOf({ settings }: ConsoleContext, { session, half }: CookieChanges): Record<string, string> {
  const secure = settings.publicUrl.startsWith("https:") ? "; Secure" : "";
  const { cookie, maxAge, sameSite } =
    session === undefined
      ? { cookie: half, maxAge: 600, sameSite: "Lax" }
      : { cookie: session, maxAge: sessionHours * 3600, sameSite: "Strict" };
  if (cookie === undefined) return {};
  const name = cookieNameAt(settings.publicUrl, session === undefined ? "half" : "session");
  const age = cookie ? maxAge : 0;
  return {
    "set-cookie": `${name}=${cookie}; Path=${basePathOf(settings.publicUrl)}/; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${secure}`,
  };
}

function streamOf(stream: Extract<RouteReply, { stream: unknown }>["stream"], signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      const write: Parameters<typeof stream>[0] = async ({ event, data, id }) => {
        if (!signal.aborted)
          controller.enqueue(encoder.encode(`${id ? `id: ${id}\n` : ""}event: ${event}\ndata: ${data}\n\n`));
      };
      void stream(write)
        .catch(() => undefined)
        .finally(() => {
          if (!signal.aborted) controller.close();
        });
    },
  });
  return new Response(body, {
    headers: {
      ...commonHeaders,
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

/** Why something is not done, as a page or as JSON. */
export async function refuse(
  context: ConsoleContext,
  c: Context,
  { error, actor, isApi, path }: { error: unknown; actor: Actor | undefined; isApi: boolean; path: string },
): Promise<Response> {
  const refusal = refusalOf(context, error);
  const status = statuses[refusal.code];
  const headers = {
    ...commonHeaders,
    "cache-control": "no-store",
    ...(refusal.retryAfter === undefined ? {} : { "retry-after": String(refusal.retryAfter) }),
  };
  const { code, message, field } = refusal;
  if (isApi)
    return new Response(JSON.stringify({ error: { code, message, ...(field ? { field } : {}) } }), {
      status,
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(status === 401 ? { "www-authenticate": 'Bearer realm="assay"' } : {}),
      },
    });
  if (code === "not-signed-in" && c.req.method === "GET")
    return new Response(null, {
      status: 303,
      headers: {
        ...headers,
        location: `${basePathOf(context.settings.publicUrl)}/sign-in?to=${encodeURIComponent(path)}`,
      },
    });
  const back = sameSite(c.req.header("referer"), c, basePathOf(context.settings.publicUrl));
  return pageResponse(
    context,
    actor,
    {
      page: { title: titles[code] ?? "That did not work", content: back && markup`<p><a href="${back}">Back</a></p>` },
      notice: { text: message, isRefusal: true },
      path,
      status,
    },
    headers,
  );
}

const titles: Partial<Record<ConsoleRefusalCode, string>> = {
  "not-found": "Not there",
  "not-allowed": "Not allowed",
  "too-many": "Too many requests",
  "too-large": "Too much was sent",
  "used-link": "This link does not work",
};

const sameSite = (referer: string | undefined, c: Context, base: string): string | undefined =>
  referer && URL.canParse(referer) && new URL(referer).host === c.req.header("host")
    ? ownPath(new URL(referer).pathname.slice(base.length))
    : undefined;

/** The classes of PostgreSQL's errors that the caller's input, or a change meanwhile, causes. */
const refusedByDatabase: Readonly<Record<string, ConsoleRefusal>> = {
  // Such as a text with a zero character.
  "22": new ConsoleRefusal("bad-input", "something that was sent holds a character or a number that cannot be kept"),
  // Something that this refers to is gone, or there is another of that name by now.
  "23": new ConsoleRefusal("conflict", "what this is about was changed or removed meanwhile; load the page again"),
};

/** An error as it is shown; what is ours is logged, and not shown. */
function refusalOf({ log }: ConsoleContext, error: unknown): ConsoleRefusal {
  if (error instanceof ConsoleRefusal) return error;
  if (error instanceof UsageError) return new ConsoleRefusal("bad-input", error.message);
  if (error instanceof Error && isAway(error))
    return new ConsoleRefusal("away", "the database is away or busy; try again in a minute", undefined, 60);
  if (error instanceof LineFull) return new ConsoleRefusal("too-many", `${error.message}; try again`, undefined, 10);
  const refused = refusedByDatabase[(error as { code?: string } | null)?.code?.slice(0, 2) ?? ""];
  if (refused) return refused;
  log(`console: ${error instanceof Error ? error.stack : String(error)}`, "error");
  return new ConsoleRefusal("failed", "the console failed; what happened is in its log");
}
