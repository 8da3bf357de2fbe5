import { isRecord } from "../../base/json.ts";
import { type ApiReply, Refusal } from "../api/call/replies.ts";
import type { Platform } from "../api/server/platform.ts";
import { parseBody } from "../api/server/request-body.ts";
import type { ControlCommand } from "./commands.ts";
import { wrong } from "./input.ts";

/** A call of the control protocol, below its address. */
interface CommandCall {
  method: string;
  path: string;
  search: string;
}

/** The command that a call names. */
export function commandFor(table: Record<string, ControlCommand>, { method, path }: CommandCall): ControlCommand {
  const name = `${method} ${path.replace(/\/$/, "")}`;
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!command) throw new Refusal(404, `there is no ${method} /control${path}`);
  return command;
}

/** Does what a call asks for, and saves what it changed. */
export async function answerCall(
  platform: Platform,
  command: ControlCommand,
  { method, search }: CommandCall,
  body: string,
): Promise<ApiReply> {
  const fields = body === "" ? {} : parseBody(body);
  if (!isRecord(fields)) throw wrong("the body must be a JSON object");
  const reply = await command.run(platform, fields, new URLSearchParams(search));
  if (method === "POST") platform.save();
  return reply;
}
