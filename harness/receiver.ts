import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { seconds } from "../base/durations.ts";
import { describeBytes } from "../base/text/wording.ts";
import { type Bounds, megabytes, usualBounds } from "./bounds.ts";
import { readBody } from "./http/read-body.ts";
import { profileError } from "./profiles/profile-error.ts";

/** One webhook that arrived. */
export interface Arrival {
  id: string;
  path: string;
  /** The address that the sender was given, which the path belongs to. */
  url: string;
  method: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** A flaw in how the body was sent, such as "a body of more than 8 MB"; it is cut then. */
  flaw?: string;
  /** When it arrived by the target's clock, in milliseconds. */
  at: number;
  /** How the receiver answers it. */
  manner: Manner;
  /** With what it was answered that was kept waiting, and when. */
  released?: { status: number; at: number };
}

/** How the receiver answers: with a status, not until it is released, with an interim status and then the same, or by breaking the connection. */
export type Manner = number | "silent" | "interim" | "reset";

/** The suite's own receiver of webhooks. */
export interface Receiver {
  url(path: string): string;
  arrivals: Arrival[];
  /** How requests to a path are answered from now on, one after another, the last manner for all that follow; until then with 200. */
  answer(path: string, ...manners: Manner[]): void;
  /** Answers everything that was kept waiting. */
  release(status: number): void;
  /** Refuses connections until it listens again, at the same address. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Where a receiver listens, and the address at which others reach it. */
export interface ReceiverAddress {
  listen?: string | undefined;
  public_url?: string | null | undefined;
}

/** Where a redirect of a receiver leads to: a path of its own that was announced to no one. */
export const redirectPath = "/redirected";

/** Headers that go with statuses that invite another request. */
const invitations = (status: number, origin: string): Record<string, string> => {
  if (status >= 300 && status < 400) return { location: origin + redirectPath };
  return status === 429 || status === 503 ? { "retry-after": "30" } : {};
};

export interface ReceiverOptions {
  bounds?: Bounds;
  onArrival?: (arrival: Arrival) => void;
  /** Called for webhooks that were kept waiting and are answered. */
  onRelease?: (ids: readonly string[], status: number) => void;
  /** Called when it begins to refuse connections, and when it listens again. */
  onRefusal?: (isRefusing: boolean) => void;
  /** Called once where more comes than is kept. */
  onFlood?: (what: string) => void;
}

/** The number of connections that may be open at once; anyone who comes besides is turned away. */
const connectionLimit = 500;

/** The number of bytes of bodies that may be under way at once, and how many may be kept: as many as fit into memory. */
const maxUnderWay = megabytes(64);
const maxStored = megabytes(64);

/** The time that a webhook may take to come. */
const longestComing = seconds(30);

/** Numbers all arrivals, so that those of several receivers can stand in one journal. */
let nextArrival = 1;

/** A part of the addresses of all receivers of this process that cannot be guessed. */
const unguessable = `/${randomBytes(18).toString("base64url")}`;

const firstSegment = (path: string): string | undefined => /^\/[^/?]+/.exec(path)?.[0].toLowerCase();

/** Starts a receiver, on a free port of loopback by default. */
export async function createReceiver(
  now: () => number,
  { listen = "", public_url }: ReceiverAddress = {},
  {
    bounds = usualBounds,
    onArrival = () => undefined,
    onRelease = () => undefined,
    onRefusal = () => undefined,
    onFlood = () => undefined,
  }: ReceiverOptions = {},
): Promise<Receiver> {
  const manners = new Map<string, Manner[]>();
  const mannerAt = (path: string): Manner => {
    const [manner = 200, ...later] = manners.get(path) ?? [];
    if (later.length > 0) manners.set(path, later);
    return manner;
  };
  const held: { response: ServerResponse; arrival: Arrival }[] = [];
  const arrivals: Arrival[] = [];
  // Where others can reach it, only who was given an address knows it: a stranger's webhook would be taken for the target's.
  const secret = listen || public_url ? unguessable : "";
  // Anyone who asks for a path that was announced to no one is a stranger.
  const announced = new Set([redirectPath]);
  const addressOf = (path: string): string | undefined =>
    [...announced].find((own) => path.endsWith(own)) ??
    // A sender may have changed the rest of an address: where it sent the webhook then is evidence.
    ([...announced].some((own) => firstSegment(own) === firstSegment(path)) ? path : undefined);
  let kept = 0;
  let storedBytes = 0;
  let isFlooded = false;
  let underWay = 0;
  /** Reads a body while there is room for it. */
  const collect = async (request: IncomingMessage): Promise<Pick<Arrival, "body" | "flaw">> => {
    const most = megabytes(bounds.webhook_mb);
    let size = 0;
    const count = (piece: number) => {
      size += piece;
      underWay += piece;
      if (underWay > maxUnderWay) request.destroy(new Error("too much is under way"));
    };
    try {
      const { bytes, isWhole } = await readBody(request, most, count);
      const flaw = isWhole ? {} : { flaw: `a body of more than ${describeBytes(most)}` };
      return { body: bytes.toString("utf8"), ...flaw };
    } finally {
      underWay -= size;
    }
  };
  const flood = (most: string, by = ""): void => {
    isFlooded = true;
    onFlood(`more than ${most} came to one proof, and the rest is not looked at${by}`);
  };
  const keep = (arrival: Arrival, head: readonly string[]): void => {
    if (isFlooded) return;
    storedBytes += arrival.body.length + arrival.path.length + head.join("").length;
    if (++kept > bounds.webhooks) return flood(`${bounds.webhooks} webhooks`, " (bounds.webhooks)");
    if (storedBytes > maxStored) return flood(`${describeBytes(maxStored)} of webhooks`);
    arrivals.push(arrival);
    onArrival(arrival);
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: asked = "", method = "", headers, rawHeaders } = request;
    const path = asked.slice(asked.indexOf(secret) + secret.length);
    const own = addressOf(path);
    if (own === undefined || !asked.includes(secret))
      return void response.writeHead(404, { connection: "close" }).end();
    const body = await collect(request);
    const id = `w-${nextArrival++}`;
    const manner = body.flaw ? "reset" : mannerAt(path);
    const sent = { path, url: origin + own, method, headers: headers as Arrival["headers"], ...body };
    const arrival: Arrival = { id, ...sent, at: now(), manner };
    keep(arrival, rawHeaders);
    if (body.flaw) return void response.destroy();
    if (manner === "reset") return void request.socket.resetAndDestroy();
    // A connection serves one webhook, so that breaking it breaks no other.
    response.setHeader("connection", "close");
    if (typeof manner === "number") return void response.writeHead(manner, invitations(manner, origin)).end();
    if (manner === "interim") response.writeProcessing();
    held.push({ response, arrival });
  };
  // A webhook whose connection breaks before it is complete has not arrived.
  const server = createServer(
    { requestTimeout: longestComing, headersTimeout: longestComing, connectionsCheckingInterval: longestComing / 4 },
    (request, response) => void receive(request, response).catch(() => response.destroy()),
  );
  server.maxConnections = connectionLimit;
  const [, host = "127.0.0.1", port = "0"] = /^(.+):(\d+)$/.exec(listen) ?? [];
  const bind = (at: number) =>
    new Promise<void>((listening, fail) => {
      const refuse = ({ message }: Error) =>
        fail(profileError("webhooks.listen", `${host}:${at} cannot be listened on (${message}); give another address`));
      server.once("error", refuse);
      server.listen(at, host.replace(/^\[|\]$/g, ""), () => {
        server.off("error", refuse);
        listening();
      });
    });
  await bind(Number(port));
  const bound = (server.address() as AddressInfo).port;
  const origin = (public_url?.replace(/\/$/, "") ?? `http://${host}:${bound}`) + secret;
  return {
    url(path) {
      announced.add(path);
      return origin + path;
    },
    arrivals,
    answer: (path, ...some) => void manners.set(path, some),
    release: (status) => {
      const waiting = held.splice(0).filter(({ response }) => !response.destroyed);
      for (const { response, arrival } of waiting) {
        arrival.released = { status, at: now() };
        response.writeHead(status).end();
      }
      if (waiting.length > 0)
        onRelease(
          waiting.map(({ arrival }) => arrival.id),
          status,
        );
    },
    refuse: async () => {
      onRefusal(true);
      await stop(server);
    },
    listen: async () => {
      await listenAgain(() => bind(bound));
      onRefusal(false);
    },
    close: () => stop(server),
  };
}

/** How often, and after how many milliseconds, an address is tried again that someone else on a busy machine may have taken for a moment. */
const listenAttempts = 40;
const listenPause = 50;

async function listenAgain(bind: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < listenAttempts; attempt++) {
    const isBound = await bind().then(
      () => true,
      () => false,
    );
    if (isBound) return;
    await new Promise((later) => setTimeout(later, listenPause));
  }
  await bind();
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  // A connection that was being accepted meanwhile, and whose sender waits, would keep the server open for ever.
  const again = setInterval(() => server.closeAllConnections(), 50);
  await closed;
  clearInterval(again);
}
