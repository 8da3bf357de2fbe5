import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate } from "./authentication.ts";
import type { Call, Caller, Surface } from "./call.ts";
import { hasBody, parseBody, readBody, refusalOf, send } from "./http.ts";
import type { Platform } from "./platform.ts";
import { Refusal, type Reply, wordings } from "./replies.ts";
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
      ? { status, headers, json: body }
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
  const { grounds, behaviour, clock, rates } = platform;
  const found = platform.router.find(surface, received.method, pathname);
  const v3Headers = surface === "v3" ? { "x-request-id": randomUUID() } : {};
  const call = {
    ...grounds,
    operation: "",
    address: "base_url",
    path: {},
    query: new URLSearchParams(search),
    body: undefined,
    caller: {} as Caller,
  } as Call;
  let reply: Reply;
  try {
    if (surface !== "v3") rates.passV1(request.socket.remoteAddress ?? "", clock.now(), behaviour.policy);
    if (!("route" in found))
      throw found.allowed.length > 0
        ? new Refusal(405, "Method not allowed.", { headers: { allow: found.allowed.join(", ") } })
        : new Refusal(404, "Not found.");
    const { route } = found;
    Object.assign(call, { operation: route.operation, address: route.address, path: decoded(found.path) });
    Object.assign(call.caller, authenticate[route.scheme](call, request.headers.authorization ?? ""));
    const limits = surface === "v3" ? rates.passV3(call.caller.credential.token, clock.now(), behaviour.policy) : {};
    call.body = parseBody(received.body);
    const handled = route.handle(call);
    reply = surface === "v3" ? { ...handled, headers: { ...limits, ...v3Headers, ...handled.headers } } : handled;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const worded = refuse(error, surface);
    reply = surface === "v3" ? { ...worded, headers: { ...v3Headers, ...worded.headers } } : worded;
  }
  return behaviour.replies.reduce((shaped, reshape) => reshape(shaped, call), reply);
}

/** Path parameters as they were meant; what cannot be decoded names nothing. */
function decoded(path: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(path).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new Refusal(404, "Not found.");
  }
}
