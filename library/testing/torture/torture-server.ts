import { request as httpRequest } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** One request that a torture server has to answer. */
interface TorturedRequest {
  /** Counts the requests that are tortured, from 1. */
  count: number;
  head: string;
  /** The body that would be right. */
  right: string;
}

/** Answers a request by whatever it writes to the connection; nothing ends it but this, or the client. */
export type Misbehaviour = (socket: Socket, request: TorturedRequest) => void;

/** Where a torture server stands, and what it may do. */
export interface Torture {
  /** The address of whom it stands in front: everything that is not tortured is answered there. */
  upstream: string;
  /** The end of a tortured request's path. */
  path: string;
  /** The number of matching requests that are answered rightly first. */
  after: number;
  misbehave: Misbehaviour;
}

/** A server that answers some requests as no server should. */
export interface TortureServer {
  url: string;
  close(): Promise<void>;
}

/** Starts a torture server on loopback. */
export async function startTorture({ upstream, path, after, misbehave }: Torture): Promise<TortureServer> {
  const sockets = new Set<Socket>();
  let matching = 0;
  let right = "";
  const relay = async (socket: Socket, whole: WholeRequest, isMatching: boolean) => {
    const { status, type, body } = await forward(upstream, whole);
    if (isMatching) right = body.toString("utf8");
    socket.write(answerHead(status, { "content-type": type, "content-length": String(body.length) }));
    socket.write(body);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const whole = requestIn(received);
      if (!whole) return;
      received = received.subarray(whole.size);
      const isMatching = whole.head.split(" ")[1]?.split("?")[0]?.endsWith(path) ?? false;
      if (isMatching && ++matching > after)
        return misbehave(socket, { count: matching - after, head: whole.head, right });
      void relay(socket, whole, isMatching);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The head of an answer. */
export const answerHead = (status = 200, headers: Readonly<Record<string, string>> = {}): string =>
  [`HTTP/1.1 ${status} Whatever`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );

interface WholeRequest {
  head: string;
  body: Buffer;
  size: number;
}

/** The first whole request among some bytes. */
function requestIn(bytes: Buffer): WholeRequest | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString("latin1");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const size = end + 4 + length;
  return bytes.length < size ? undefined : { head, body: bytes.subarray(end + 4, size), size };
}

/** Has a request answered by someone else. */
function forward(
  upstream: string,
  { head, body }: WholeRequest,
): Promise<{ status: number; type: string; body: Buffer }> {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return new Promise((answered, fail) => {
    const { host: _, ...others } = headers;
    const request = httpRequest(new URL(path, upstream), { method, headers: others, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        answered({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "text/plain",
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on("error", fail);
    request.end(body);
  });
}
