import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refusal, type Reply } from "./replies.ts";

/** How long a sender that was refused may go on sending, in milliseconds: enough to notice the answer, and no burden. */
const linger = 1000;

/** No documented body is nested deeper than three levels; code that writes JSON gives up at some thousands. */
const deepest = 100;

/** The body of a request as text; one that is larger than allowed, no text, or never whole, is refused. */
export function readBody(request: IncomingMessage, most: number): Promise<string> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else {
        request.removeAllListeners("data");
        fail(new Refusal(413, "The body is too large.", { headers: { connection: "close" } }));
      }
    });
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      if (isUtf8(bytes)) done(bytes.toString("utf8"));
      else fail(new Refusal(400, "The body is not UTF-8."));
    });
    request.on("error", () => fail(new Refusal(400, "The body ended before it was whole.")));
  });
}

/** Whether a request says that it has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/** A body as JSON; nothing is nothing. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
  if (isTooDeep(value)) throw new Refusal(400, "The body is nested too deeply.");
  return value;
}

/** Goes down level by level, since recursion is what depth would break. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return level.length > 0;
}

/** Any error as a refusal; one that nobody meant is a mistake of the sandbox, and is told as loudly as can be. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error("sandbox: this should not have happened:", error);
  return new Refusal(500, "The sandbox made a mistake; its log tells more.");
}

/** Sends a reply. */
export function send(response: ServerResponse, { status, headers = {}, body, bytes }: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const content = bytes ?? (body === undefined ? "" : JSON.stringify(body));
  const fields: Record<string, string | number> = { "content-length": Buffer.byteLength(content) };
  if (content.length > 0) fields["content-type"] = "application/json";
  for (const name in headers) fields[name] = headers[name] ?? "";
  response.writeHead(status, fields);
  const { req: request } = response;
  if (headers.connection !== "close" || request.complete || request.socket.readableEnded)
    return void response.end(content);
  // Node closes a connection at the end of such an answer. Closing it on bytes that still come would reset it, and the
  // sender might never see the answer: so it has all of it, and what comes is thrown away, before the end.
  response.write(content);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, linger);
  request.socket.once("end", end);
  request.resume().once("close", end);
}

/** What node:http could not make a request of, by its error code. */
const brokenRequests: Record<string, [status: number, text: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "The body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long."],
};

/** Connections whose nonsense has been met with an answer, or will be in its turn: more of it gets none. */
const met = new WeakSet<Duplex>();

/** Answers bytes that are no request, in the surface's own form; `last` is the last answer on the connection, if any. */
export function answerBroken(
  error: Error & { code?: string },
  socket: Duplex,
  last: ServerResponse | undefined,
  wording: (refusal: Refusal) => unknown,
): void {
  if (met.has(socket)) return;
  if (error.code === "ECONNRESET") return void socket.destroy();
  const [status, text, message] = brokenRequests[error.code ?? ""] ?? [400, "Bad Request", "This is no HTTP request."];
  const body = wording(new Refusal(status, message));
  // It is the body of a request that broke: one that was answered already gets no second answer.
  if (last && !last.req.complete)
    return last.closed ? void socket.destroy() : send(last, { status, headers: { connection: "close" }, body });
  met.add(socket);
  const json = JSON.stringify(body);
  const answer = `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`;
  if (last && !last.closed) last.once("close", () => leave(socket, answer));
  else leave(socket, answer);
}

/** Ends a connection with its last answer, and, because of the answer, not at once. */
function leave(socket: Duplex, answer: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.resume().on("close", () => clearTimeout(timer));
}
