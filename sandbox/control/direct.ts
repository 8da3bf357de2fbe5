import { refuse, wordings } from "../api/call/replies.ts";
import type { Platform } from "../api/server/platform.ts";
import { refusalOf } from "../api/server/send.ts";
import { answerCall, commandFor } from "./answer.ts";
import { commands } from "./commands.ts";

/** Makes a call of the control protocol without a connection; `address` is what follows the control address, the answer is JSON. */
export type DirectCall = (method: string, address: string, body?: string) => Promise<{ status: number; text: string }>;

/** The control protocol for anyone who is in the sandbox's own process, and needs no token there. */
export function directCalls(platform: Platform, urls: Record<string, string>): DirectCall {
  const table = commands(urls);
  return async (method, address, body = "") => {
    const [path = "", search = ""] = address.split("?", 2);
    const call = { method, path, search };
    const answer = async () => answerCall(platform, commandFor(table, call), call, body);
    const reply = await answer().catch((error: unknown) => refuse(refusalOf(error), wordings.control));
    return { status: reply.status, text: JSON.stringify(reply.body) };
  };
}
