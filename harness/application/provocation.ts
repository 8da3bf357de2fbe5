import { exec } from "node:child_process";
import { request as send } from "undici";
import { quote } from "../../base/text/printable.ts";
import { reasonOf } from "../http/failure-reason.ts";

/** How an event is caused on a live system: by a request to the platform's own API, or by a command. */
export type Provocation =
  | { method?: string; url: string; headers?: Record<string, string>; body?: unknown }
  | { command: string };

/** The time that causing an event may take, in milliseconds. */
const patience = 60_000;

/** Causes an event; returns why that did not work, where it did not. */
export function cause(provocation: Provocation, folder: string): Promise<string | undefined> {
  return "command" in provocation ? runCommand(provocation.command, folder) : sendRequest(provocation);
}

const runCommand = (command: string, folder: string): Promise<string | undefined> =>
  new Promise((done) => {
    exec(command, { cwd: folder, timeout: patience, killSignal: "SIGKILL" }, (error, _, errors) =>
      done(
        error
          ? `the command ends with ${error.code ?? error.signal ?? "an error"}: ${quote(lastLine(errors))}`
          : undefined,
      ),
    );
  });

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

async function sendRequest({
  method = "POST",
  url,
  headers = {},
  body,
}: Exclude<Provocation, { command: string }>): Promise<string | undefined> {
  try {
    const answer = await send(url, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
    await answer.body.dump();
    return answer.statusCode < 400 ? undefined : `the request is answered ${answer.statusCode}`;
  } catch (error) {
    return `the request fails (${reasonOf(error)})`;
  }
}
