import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Address } from "../../../specs/operations.ts";
import type { Override } from "../../control/overrides.ts";
import type { Remembered } from "../../control/traffic.ts";
import type { Platform } from "../../platform.ts";
import { authenticate } from "../authentication.ts";
import type { Call, Caller, Grounds, Surface } from "../call.ts";
import { hasBody, parseBody, readBody, refusalOf, send } from "./http.ts";
import { Refusal, type Reply, wordings } from "./replies.ts";
import type { Found } from "./router.ts";

/** Told of each request that was answered, for a log. */
export type Listener = (received: Remembered, milliseconds: number) => void;

/** Ids of requests: what no other run has, and a count. */
const run = randomBytes(6).toString("hex");
let count = 0;
const requestId = (): string => `${run}-${++count}`;

/** The path and query that a request asks for; a client that is set up for a proxy sends the whole address. */
const targetOf = ({ url = "" }: IncomingMessage): string =>
  url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");

/** Serves one surface of the platform. */
export function serveSurface(platform: Platform, surface: Surface, onAnswer?: Listener) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = onAnswer ? performance.now() : 0;
    const { method = "" } = request;
    const url = targetOf(request);
    const received = platform.traffic.note({ surface, method, url, rawHeaders: request.rawHeaders });
    const query = url.indexOf("?");
    const pathname = query < 0 ? url : url.slice(0, query);
    const override = platform.overrides.take(surface, method, pathname);

    const finish = (make: () => Reply): void => {
      try {
        const reply = make();
        if (method !== "GET" && method !== "HEAD" && !override) platform.keep();
        received.status = reply.status;
        send(response, reply);
      } catch (error) {
        const reply = refuse(refusalOf(error), surface);
        received.status = reply.status;
        send(response, reply);
      }
      onAnswer?.(received, performance.now() - began);
    };
    const rightly = () => answer(platform, surface, request, received, pathname, query < 0 ? "" : url.slice(query + 1));

    // Most requests have no body, and are answered without waiting for anything.
    if (!override && !hasBody(request)) finish(rightly);
    else
      void wait(platform, request, received, override).then(
        (reply) => (reply === "drop" ? response.destroy() : finish(reply ? () => reply : rightly)),
        (error: unknown) =>
          finish(() => {
            throw error;
          }),
      );
  };
}

/** Waits for a request's body, and for the reply that stands in for the right one, if there is one. */
async function wait(
  platform: Platform,
  request: IncomingMessage,
  received: Remembered,
  override?: Override["reply"],
): Promise<Reply | "drop" | undefined> {
  if (hasBody(request)) platform.traffic.add(received, await readBody(request, platform.behaviour.policy.bodyMaximum));
  return override && standIn(override);
}

/** A refusal in a surface's own words. */
export const refuse = (refusal: Refusal, surface: Surface): Reply => ({
  status: refusal.status,
  headers: refusal.headers,
  body: wordings[surface === "v3" ? "v3" : "v1"](refusal),
});

/** The reply that somebody put in the place of the right one. */
async function standIn(override: Override["reply"]): Promise<Reply | "drop"> {
  if (override === "drop") return override;
  if (override.delay_ms > 0) await new Promise((over) => setTimeout(over, override.delay_ms).unref());
  const { status, headers, body } = override;
  return body === null
    ? { status, headers }
    : typeof body === "string"
      ? { status, headers, bytes: Buffer.from(body) }
      : { status, headers, body };
}

function answer(
  platform: Platform,
  surface: Surface,
  request: IncomingMessage,
  received: Remembered,
  pathname: string,
  search: string,
): Reply {
  const { behaviour, clock, rates } = platform;
  const found = platform.router.find(surface, received.method, pathname);
  const call = callOf(platform.grounds, found, search);
  const headers: Record<string, string | number> = surface === "v3" ? { "x-request-id": requestId() } : {};
  let reply: Reply;
  try {
    if (surface !== "v3") rates.passV1(request.socket.remoteAddress ?? "", clock.now(), behaviour.policy);
    if (!("route" in found)) throw lost(found.allowed);
    const { route } = found;
    call.path = found.path;
    call.caller = authenticate[route.scheme](call, request.headers.authorization ?? "") as Caller;
    if (surface === "v3")
      Object.assign(headers, rates.passV3(call.caller.credential.token, clock.now(), behaviour.policy));
    call.body = parseBody(received.body);
    reply = route.handle(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply = refuse(error, surface);
  }
  if (surface === "v3") reply = { ...reply, headers: Object.assign(headers, reply.headers) };
  return behaviour.replies.length === 0
    ? reply
    : behaviour.replies.reduce((shaped, reshape) => reshape(shaped, call), reply);
}

/** A request, as far as it is understood before anybody looked who sent it. */
function callOf({ world, clock, behaviour, webhooks, cursorKey }: Grounds, found: Found, search: string): Call {
  const [operation, address]: [string, Address] =
    "route" in found ? [found.route.operation, found.route.address] : ["", "base_url"];
  return {
    world,
    clock,
    behaviour,
    webhooks,
    cursorKey,
    operation,
    address,
    path: {},
    query: new URLSearchParams(search),
    body: undefined,
    caller: {} as Caller,
  };
}

/** What leads nowhere: another method would, or nothing does. */
const lost = (allowed: string[]): Refusal =>
  allowed.length > 0
    ? new Refusal(405, "Method not allowed.", { headers: { allow: allowed.join(", ") } })
    : new Refusal(404, "Not found.");
