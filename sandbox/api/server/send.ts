import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ApiReply, Refusal, type Wording } from "../call/replies.ts";

/** The time that a refused sender may go on sending, in milliseconds: long enough to notice the answer. */
const linger = 1000;

/** Any error as a refusal; an unexpected error is a defect of the sandbox, and is logged. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error("sandbox: internal error, answered with 500:", error);
  return new Refusal(500, "Internal error of the sandbox; see its log.");
}

/** Connections whose last answer was given: what still arrives on them is read, and not looked at. */
const closing = new WeakSet<Duplex>();

export const isClosing = (socket: Duplex): boolean => closing.has(socket);

/** Sends a reply. */
export function send(
  response: ServerResponse,
  { status, headers = {}, body, bytes, spell = (name) => name, isChunked }: ApiReply,
): void {
  if (response.destroyed || response.headersSent) return;
  const content = bytes ?? (body === undefined ? "" : JSON.stringify(body));
  const fields: Record<string, string | number> = {};
  if (!isChunked || content.length === 0) fields[spell("content-length")] = Buffer.byteLength(content);
  if (content.length > 0 && headers["content-type"] === undefined) fields[spell("content-type")] = "application/json";
  for (const name in headers) fields[spell(name)] = headers[name] ?? "";
  response.writeHead(status, fields);
  const { req: request } = response;
  if (headers.connection !== "close" || request.complete || request.socket.readableEnded) {
    response.end(content);
    return;
  }
  // Node closes the connection when this response ends. Closing it while bytes still arrive would reset it, and the
  // sender might never see the answer. So the answer is written first, and the response ends once the rest has arrived.
  closing.add(request.socket);
  response.write(content);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, linger);
  request.socket.once("end", end);
  request.resume().once("close", end);
}

/** How bytes that are not a request are answered, by Node's error code. */
const brokenRequests: Record<string, [status: number, text: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "The body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long."],
};

/** Connections on which broken bytes were answered, or will be in their turn; they get no second such answer. */
const answered = new WeakSet<Duplex>();

/** Answers bytes that are not a request, in the surface's form. `last` is the last response on the connection. */
export function answerBroken(
  error: Error & { code?: string },
  socket: Duplex,
  last: ServerResponse | undefined,
  wording: Wording,
): void {
  if (answered.has(socket)) return;
  if (error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, text, message] = brokenRequests[error.code ?? ""] ?? [400, "Bad Request", "This is not HTTP."];
  const body = wording(new Refusal(status, message));
  if (last && !last.req.complete) {
    // The body of a request is broken: if the request was answered already, it gets no second answer.
    if (last.closed) socket.destroy();
    else send(last, { status, headers: { connection: "close" }, body });
    return;
  }
  answered.add(socket);
  const json = JSON.stringify(body);
  const answer = [
    `HTTP/1.1 ${status} ${text}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(json)}`,
    "Connection: close",
    "",
    json,
  ].join("\r\n");
  if (last && !last.closed) last.once("close", () => endWith(socket, answer));
  else endWith(socket, answer);
}

/** Ends a connection with an answer, and gives the sender time to read it. */
function endWith(socket: Duplex, answer: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.resume().on("close", () => clearTimeout(timer));
}
