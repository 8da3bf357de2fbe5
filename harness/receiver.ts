import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { profileError } from "./profile-error.ts";

/** One webhook that arrived. */
export interface Arrival {
  id: string;
  path: string;
  method: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** When it arrived by the target's clock, in milliseconds. */
  at: number;
}

/** How the receiver answers: with a status, or not until it is released. */
export type Manner = number | "silent";

/** The suite's own receiver of webhooks. */
export interface Receiver {
  url(path: string): string;
  arrivals: Arrival[];
  /** How requests to a path are answered from now on; until then with 200. */
  answer(path: string, manner: Manner): void;
  /** Answers everything that was kept waiting. */
  release(status: number): void;
  close(): Promise<void>;
}

/** Where a receiver listens, and the address at which others reach it. */
export interface ReceiverAddress {
  listen?: string | undefined;
  public_url?: string | null | undefined;
}

/** Starts a receiver, on a free port of loopback unless told otherwise. */
export async function createReceiver(
  now: () => number,
  { listen, public_url }: ReceiverAddress = {},
): Promise<Receiver> {
  const manners = new Map<string, Manner>();
  const held: ServerResponse[] = [];
  const arrivals: Arrival[] = [];
  let count = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(request);
    const { url: path = "", method = "", headers } = request;
    arrivals.push({ id: `w-${++count}`, path, method, headers: headers as Arrival["headers"], body, at: now() });
    const manner = manners.get(path) ?? 200;
    if (manner === "silent") held.push(response);
    else response.writeHead(manner).end();
  };
  // A webhook whose connection breaks before it is complete has not arrived.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  const [, host = "127.0.0.1", port = "0"] = /^(.+):(\d+)$/.exec(listen ?? "") ?? [];
  await new Promise<void>((listening, fail) => {
    server.once("error", ({ message }) =>
      fail(profileError("webhooks.listen", `${host}:${port} cannot be listened on (${message}); give another address`)),
    );
    server.listen(Number(port), host.replace(/^\[|\]$/g, ""), listening);
  });
  const origin = public_url?.replace(/\/$/, "") ?? `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: (path) => origin + path,
    arrivals,
    answer: (path, manner) => void manners.set(path, manner),
    release: (status) => {
      for (const response of held.splice(0)) if (!response.destroyed) response.writeHead(status).end();
    },
    close: () => stop(server),
  };
}

async function collect(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const stop = (server: Server): Promise<void> =>
  new Promise((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });
