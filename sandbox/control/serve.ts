import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiReply, Refusal, refuse, wordings } from "../api/call/replies.ts";
import type { Platform } from "../api/server/platform.ts";
import { hasBody, readBody } from "../api/server/request-body.ts";
import { refusalOf, send } from "../api/server/send.ts";
import { answerCall, commandFor } from "./answer.ts";
import { commands } from "./commands.ts";

/** Headers that browsers add to what a web page sends; no one else has a reason to. */
const browserHeaders = ["origin", "sec-fetch-site"];

/** Names of this machine to itself. */
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** No web page drives the control protocol, not even through a name that was made to lead here. */
function refuseBrowsers({ headers }: IncomingMessage, isLocal: boolean): void {
  if (browserHeaders.some((name) => headers[name] !== undefined))
    throw new Refusal(403, "a web page must not use the control protocol");
  if (isLocal && !localHost.test(headers.host ?? "localhost"))
    throw new Refusal(403, "the control protocol is served under names of this machine only, such as localhost");
}

/** Collections are sent whole, so the body of a seed may be large. */
const bodyMaximum = 256_000_000;

/** A call of the control protocol, as a log shows it. */
export interface AnsweredCall {
  method: string;
  /** Below the control address. */
  path: string;
  body: string;
  status: number;
  why?: string;
}

/** Serves the control protocol below /control, to callers that have the token. */
export function serveControl(
  platform: Platform,
  { token, isLocal, onCall }: { token: string; isLocal: boolean; onCall?: ((call: AnsweredCall) => void) | undefined },
  urls: Record<string, string>,
) {
  const table = commands(urls);
  const expected = Buffer.from(`Bearer ${token}`);
  const isAllowed = (header = "") => {
    const given = Buffer.from(header);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const answer = async (request: IncomingMessage, tell: (body: string) => void): Promise<ApiReply> => {
    refuseBrowsers(request, isLocal);
    if (!isAllowed(request.headers.authorization)) throw new Refusal(401, "the control token is missing or wrong");
    const { method = "", url = "" } = request;
    const [address = "", search = ""] = url.split("?", 2);
    if (!/^\/control(\/|$)/.test(address)) throw new Refusal(404, `there is no ${method} ${address}`);
    const call = { method, path: address.replace(/^\/control/, ""), search };
    const command = commandFor(table, call);
    const body = hasBody(request) ? await readBody(request, bodyMaximum) : "";
    tell(body);
    return answerCall(platform, command, call, body);
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const call = { method: request.method ?? "", path: path.replace(/^\/control/, "") || "/", body: "" };
    const tell = (reply: ApiReply, why?: string): void => {
      send(response, reply);
      onCall?.({ ...call, status: reply.status, ...(why ? { why } : {}) });
    };
    void answer(request, (body) => (call.body = body)).then(
      (reply) => tell(reply),
      (error: unknown) => {
        const refusal = refusalOf(error);
        tell(refuse(refusal, wordings.control), refusal.message);
      },
    );
  };
}
