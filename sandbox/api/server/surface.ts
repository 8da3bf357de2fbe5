import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../../../base/json.ts";
import { withoutNeedlessEscapes } from "../../../base/text/percent-escapes.ts";
import type { People } from "../../world/people.ts";
import { authenticate } from "../call/authentication.ts";
import type { Behaviour } from "../call/behaviour.ts";
import type { ApiCall, Caller, ServedSurface } from "../call/call.ts";
import { type ApiReply, Refusal, refuse, wordings } from "../call/replies.ts";
import { replyOf } from "./overrides.ts";
import type { Platform, PlatformContext } from "./platform.ts";
import { hasBody, parseBody, readBody } from "./request-body.ts";
import { type RouteMatch, Router } from "./router.ts";
import { refusalOf, send } from "./send.ts";
import type { Sender } from "./shares.ts";
import { tlsVersionOf } from "./tls-version.ts";
import type { RememberedRequest } from "./traffic.ts";

/** Hears of each request that was answered, for a log. */
export type AnswerListener = (received: RememberedRequest, milliseconds: number, reply: ApiReply) => void;

/** Ids of requests: a part that no other process has, and a count. */
const processId = randomBytes(6).toString("hex");
let count = 0;
const requestId = (): string => `${processId}-${++count}`;

/** The path and query of a request; a client that is set up for a proxy sends the whole address. */
const targetOf = ({ url = "" }: IncomingMessage): string =>
  url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");

/** Who sends a request. All whose credential is unknown are one, so that no one gets more room by making credentials up. */
function senderOf({ headers, socket }: IncomingMessage, { partners, v3 }: People): Sender {
  const [, token = ""] = /^Bearer +([^\s,]+)/i.exec(headers.authorization ?? "") ?? [];
  const credential = partners.has(token) || v3.has(token) ? token : "";
  return { credential, connection: `${socket.remoteAddress}:${socket.remotePort}` };
}

/** Serves one surface of the platform. */
export function serveSurface(platform: Platform, surface: ServedSurface, onAnswer?: AnswerListener) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = onAnswer ? performance.now() : 0;
    const { method = "" } = request;
    const url = targetOf(request);
    const tls = tlsVersionOf(request);
    const received = platform.traffic.note({
      surface,
      method,
      url,
      rawHeaders: request.rawHeaders,
      earliest: platform.arrivals.earliest(request.socket),
      sender: senderOf(request, platform.world.people),
      ...(tls ? { tls } : {}),
    });
    const query = url.indexOf("?");
    const pathname = withoutNeedlessEscapes(query < 0 ? url : url.slice(0, query));
    const isAwaited = platform.overrides.isAwaited({ surface, method, path: pathname });
    let isOverridden = false;

    const deliver = (reply: ApiReply): ApiReply => {
      received.status = reply.status;
      const { "accept-encoding": accepted = "" } = request.headers;
      send(response, platform.behaviour.sending?.(reply, { surface, accepted }) ?? reply);
      return reply;
    };
    const answerBy = (make: () => ApiReply): ApiReply => {
      try {
        const reply = make();
        if (method !== "GET" && method !== "HEAD" && !isOverridden) platform.save();
        return deliver(reply);
      } catch (error) {
        return deliver(refuse(refusalOf(error), wordings[surface]));
      }
    };
    const finish = (make: () => ApiReply): void => {
      const reply = answerBy(make);
      onAnswer?.(received, performance.now() - began, reply);
    };
    const handle = () => answer(platform, surface, request, received, pathname, query < 0 ? "" : url.slice(query + 1));

    // Most requests have no body, and are answered without waiting for anything.
    if (!isAwaited && !hasBody(request) && !platform.behaviour.meanwhile) finish(handle);
    else
      void wait(platform, request, response, received, pathname).then(
        (reply) => {
          isOverridden = reply !== undefined;
          if (reply === "drop") return void response.destroy();
          if (reply || !platform.behaviour.meanwhile) return finish(reply ? () => reply : handle);
          return race(platform, surface, received, url, handle).then((late) => finish(() => late));
        },
        (error: unknown) =>
          finish(() => {
            throw error;
          }),
      );
  };
}

/** Answers a request when a planted race lets it. */
async function race(
  platform: Platform,
  surface: ServedSurface,
  { method, body }: RememberedRequest,
  url: string,
  handle: () => ApiReply,
): Promise<ApiReply> {
  const [pathname = "", search = ""] = url.split("?");
  const call = callOf(platform.context, platform.router.find(surface, method, pathname), search);
  return (await platform.behaviour.meanwhile?.({ ...call, body: parseJson(body) }, handle)) ?? handle();
}

/** The size of a waiting request, besides its body: as much as it takes in memory. */
const waitingSize = 10_000;

/** Waits for a request's body and, if the request has an override, for that reply. */
async function wait(
  { traffic, underWay, overrides, behaviour }: Platform,
  request: IncomingMessage,
  response: ServerResponse,
  received: RememberedRequest,
  path: string,
): Promise<ApiReply | "drop" | undefined> {
  const { surface, method, sender } = received;
  let held = 0;
  const hasRoom = (size: number): boolean => {
    held += size;
    underWay.add(sender, size);
    return underWay.exceeded(sender).length === 0;
  };
  response.once("close", () => underWay.add(sender, -held));
  if (!hasRoom(waitingSize)) throw new Refusal(503, "Too much is under way.", { headers: { connection: "close" } });
  if (hasBody(request)) {
    const body = await readBody(request, behaviour.policy.bodyMaximum, hasRoom);
    traffic.add(received, body, request.rawTrailers);
  }
  const override = overrides.take({ surface, method, path }, received.body);
  return override && replyOf(override);
}

function answer(
  platform: Platform,
  surface: ServedSurface,
  request: IncomingMessage,
  received: RememberedRequest,
  pathname: string,
  search: string,
): ApiReply {
  const { clock, rates } = platform;
  const usual = platform.router.find(surface, received.method, pathname);
  const asked = callOf(platform.context, usual, search);
  const instead = platform.behaviour.instead?.({ ...asked, body: parseJson(received.body) });
  const behaviour = instead ?? platform.behaviour;
  const match = instead ? routerOf(instead).find(surface, received.method, pathname) : usual;
  const call = instead ? callOf({ ...platform.context, behaviour }, match, search) : asked;
  const headers: Record<string, string | number> = surface === "v3" ? { "x-request-id": requestId() } : {};
  let reply: ApiReply;
  try {
    if (surface !== "v3") rates.passV1(request.socket.remoteAddress ?? "", clock.now(), behaviour.policy);
    if (!("route" in match)) throw notServed(match.allowed);
    const { route } = match;
    call.caller = authenticate[route.scheme](call, request.headers.authorization ?? "") as Caller;
    if (surface === "v3")
      Object.assign(headers, rates.passV3(call.caller.credential.token, clock.now(), behaviour.policy));
    if (received.method !== "GET" && !call.world.hasRoomFor(received.body.length))
      throw new Refusal(503, "This world holds too much; reset it.");
    call.body = parseBody(received.body);
    reply = route.handle(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    received.why = error.why ?? error.message;
    reply = refuse(error, wordings[surface]);
  }
  if (surface === "v3") reply = { ...reply, headers: Object.assign(headers, reply.headers) };
  return behaviour.replies.length === 0
    ? reply
    : behaviour.replies.reduce((shaped, reshape) => reshape(shaped, call), reply);
}

const routers = new WeakMap<Behaviour, Router>();

/** The router of other tables than the platform's own. */
function routerOf(behaviour: Behaviour): Router {
  const router = routers.get(behaviour) ?? new Router(behaviour.routes);
  routers.set(behaviour, router);
  return router;
}

/** A request as far as it is understood before its sender is authenticated. */
function callOf(context: PlatformContext, match: RouteMatch, search: string): ApiCall {
  const { world, clock, behaviour, webhooks, cursorKey } = context;
  const [operation, path] = "route" in match ? [match.route.operation, match.path] : ["", {}];
  return {
    world,
    clock,
    behaviour,
    webhooks,
    cursorKey,
    operation,
    path,
    query: new URLSearchParams(search),
    body: undefined,
    caller: {} as Caller,
  };
}

/** A path that is not served, or not with this method. */
const notServed = (allowed: string[]): Refusal =>
  allowed.length > 0
    ? new Refusal(405, "Method not allowed.", { headers: { allow: allowed.join(", ") } })
    : new Refusal(404, "Not found.");
