import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One request as a test's server received it. */
interface ServedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server that lives for one test. */
export interface TestServer {
  url: string;
  seen: ServedRequest[];
  /** Does something with each connection that is open. */
  connections(act: (socket: Socket) => void): void;
}

/** Answers a request; `count` is its number, from 1. */
export type RequestHandler = (response: ServerResponse, count: number) => void;

/** Starts a server on loopback that ends with the test. */
export async function startServer(handle: RequestHandler): Promise<TestServer> {
  const seen: ServedRequest[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const body = Buffer.concat(chunks).toString("utf8");
    seen.push({ method, path, headers, body });
    handle(response, seen.length);
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, connections: (act) => sockets.forEach(act) };
}

/** An address that refuses connections: a port that is never given to anyone who asks for a free one. */
export const closedAddress = (): string => "http://127.0.0.1:2";
