import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refusal, type Reply } from "./replies.ts";

/** The body of a request as text; a larger one than allowed is refused. */
export function readBody(request: IncomingMessage, most: number): Promise<string> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else {
        request.pause();
        request.removeAllListeners("data");
        fail(new Refusal(413, "The body is too large.", { headers: { connection: "close" } }));
      }
    });
    request.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
    request.on("error", fail);
  });
}

/** Whether a request says that it has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/** A body as JSON; nothing is nothing. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}

/** Sends a reply. */
export function send(response: ServerResponse, { status, headers = {}, body, json }: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const text = json ?? (body === undefined ? "" : JSON.stringify(body));
  const size = { "content-length": Buffer.byteLength(text) };
  response.writeHead(
    status,
    text === "" ? { ...size, ...headers } : { "content-type": "application/json", ...size, ...headers },
  );
  response.end(text);
  // A request that was refused before it ended is not read to its end.
  if (headers.connection === "close") response.on("finish", () => response.socket?.destroySoon());
}

/** What node:http could not make a request of, by its error code. */
const brokenRequests: Record<string, [status: number, text: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "The body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long."],
};

/** Answers bytes that are no request, in the surface's own form. */
export function answerBroken(
  error: Error & { code?: string },
  socket: Duplex,
  wording: (refusal: Refusal) => unknown,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, text, message] = brokenRequests[error.code ?? ""] ?? [400, "Bad Request", "This is no HTTP request."];
  const body = JSON.stringify(wording(new Refusal(status, message)));
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
