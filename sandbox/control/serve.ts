import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "../../base/json.ts";
import { type ApiReply, Refusal, refuse, wordings } from "../api/call/replies.ts";
import type { Platform } from "../api/server/platform.ts";
import { hasBody, parseBody, readBody } from "../api/server/request-body.ts";
import { refusalOf, send } from "../api/server/send.ts";
import { commands } from "./commands.ts";
import { wrong } from "./input.ts";

/** Collections are sent whole, so the body of a seed may be large. */
const bodyMaximum = 256_000_000;

/** Serves the control protocol below /control, to callers that have the token. */
export function serveControl(platform: Platform, token: string, urls: Record<string, string>) {
  const table = commands(urls);
  const expected = Buffer.from(`Bearer ${token}`);
  const isAllowed = (header = "") => {
    const given = Buffer.from(header);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const answer = async (request: IncomingMessage): Promise<ApiReply> => {
    if (!isAllowed(request.headers.authorization)) throw new Refusal(401, "the control token is missing or wrong");
    const [path = "", search = ""] = (request.url ?? "").split("?", 2);
    const call = `${request.method} ${path.replace(/^\/control/, "").replace(/\/$/, "")}`;
    const command = /^\/control(\/|$)/.test(path) && Object.hasOwn(table, call) ? table[call] : undefined;
    if (!command) throw new Refusal(404, `there is no ${request.method} ${path}`);
    const fields = hasBody(request) ? parseBody(await readBody(request, bodyMaximum)) : {};
    if (!isRecord(fields)) throw wrong("the body must be a JSON object");
    const reply = await command.run(platform, fields, new URLSearchParams(search));
    if (request.method === "POST") platform.save();
    return reply;
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request)
      .then((reply) => send(response, reply))
      .catch((error: unknown) => send(response, refuse(refusalOf(error), wordings.control)));
  };
}
