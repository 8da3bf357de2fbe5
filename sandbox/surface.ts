import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Address } from "../specs/operations.ts";
import { authenticate } from "./authentication.ts";
import type { Call, Caller, Grounds, Surface } from "./call.ts";
import { hasBody, parseBody, readBody, refusalOf, send } from "./http.ts";
import type { Platform } from "./platform.ts";
import { Refusal, type Reply, wordings } from "./replies.ts";
import type { Found } from "./router.ts";
import type { Remembered } from "./traffic.ts";

/** Told of each request that was answered, for a log. */
export type Listener = (received: Remembered, milliseconds: number) => void;

/** Serves one surface of the platform. */
export function serveSurface(platform: Platform, surface: Surface, onAnswer?: Listener) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const { method = "", url = "" } = request;
    const received = platform.traffic.note({ surface, method, url, rawHeaders: request.rawHeaders });
    const query = url.indexOf("?");
    const pathname = query < 0 ? url : url.slice(0, query);
    const override = platform.overrides.take(surface, method, pathname);
    const finish = (reply: Reply) => {
      received.status = reply.status;
      send(response, reply);
    };
    try {
      if (hasBody(request))
        platform.traffic.add(received, await readBody(request, platform.behaviour.policy.bodyMaximum));
      const reply = override
        ? await standIn(override)
        : answer(platform, surface, request, received, pathname, query < 0 ? "" : url.slice(query + 1));
      if (reply === "drop") return void response.destroy();
      if (method !== "GET" && method !== "HEAD" && !override) platform.keep();
      finish(reply);
    } catch (error) {
      finish(refuse(refusalOf(error), surface));
    }
    onAnswer?.(received, performance.now() - began);
  };
}

/** A refusal in a surface's own words. */
export const refuse = (refusal: Refusal, surface: Surface): Reply => ({
  status: refusal.status,
  headers: refusal.headers,
  body: wordings[surface === "v3" ? "v3" : "v1"](refusal),
});

async function standIn(
  override: "drop" | { status: number; headers: Record<string, string>; body: unknown; delay_ms: number },
): Promise<Reply | "drop"> {
  if (override === "drop") return override;
  if (override.delay_ms > 0) await new Promise((over) => setTimeout(over, override.delay_ms));
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
  let headers: Reply["headers"] = surface === "v3" ? { "x-request-id": randomUUID() } : undefined;
  let reply: Reply;
  try {
    if (surface !== "v3") rates.passV1(request.socket.remoteAddress ?? "", clock.now(), behaviour.policy);
    if (!("route" in found)) throw lost(found.allowed);
    const { route } = found;
    call.path = decoded(found.path);
    call.caller = authenticate[route.scheme](call, request.headers.authorization ?? "") as Caller;
    if (surface === "v3")
      headers = { ...headers, ...rates.passV3(call.caller.credential.token, clock.now(), behaviour.policy) };
    call.body = parseBody(received.body);
    reply = route.handle(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply = refuse(error, surface);
  }
  if (headers) reply = { ...reply, headers: { ...headers, ...reply.headers } };
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

/** Path parameters as they were meant; what cannot be decoded names nothing. */
function decoded(path: Record<string, string>): Record<string, string> {
  try {
    for (const name in path) if (path[name]?.includes("%")) path[name] = decodeURIComponent(path[name]);
    return path;
  } catch {
    throw new Refusal(404, "Not found.");
  }
}
