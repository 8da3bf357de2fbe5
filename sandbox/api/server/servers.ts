import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import type { SecureVersion } from "node:tls";
import { Refusal, refuse, type Wording } from "../call/replies.ts";
import { answerBroken, isClosing, send } from "./send.ts";
import type { Certificate } from "./tls.ts";

/** The plan of one server. */
export interface ServerPlan {
  listener: RequestListener;
  wording: Wording;
  /** The time that a request may take to arrive, in milliseconds; its headers have a third of that. */
  patience: number;
  /** The time that an idle connection is kept, in milliseconds. */
  keepAlive: number;
  tls?: { certificate: Certificate; minimum: SecureVersion };
}

/** A server that also answers what is not a request, and gives up on slow senders. */
export function createSurfaceServer({ listener, wording, patience, keepAlive, tls }: ServerPlan): Server {
  const http = { requireHostHeader: false, connectionsCheckingInterval: patience / 30 };
  const server = tls
    ? createTlsServer({
        ...http,
        key: tls.certificate.key,
        cert: tls.certificate.cert,
        ...oldestVersion(tls.minimum),
        handshakeTimeout: patience / 3,
      })
    : createServer(http);
  server.headersTimeout = patience / 3;
  server.requestTimeout = patience;
  server.maxRequestsPerSocket = 0;
  server.keepAliveTimeout = keepAlive;

  const last = new WeakMap<Duplex, ServerResponse>();
  const onBroken = (error: Error, socket: Duplex) => answerBroken(error, socket, last.get(socket), wording);
  server.on("request", (request, response) => {
    if (isClosing(request.socket)) return request.resume();
    last.set(request.socket, response);
    // HTTP requires this refusal, and Node's own would not have the surface's form.
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      const refusal = new Refusal(400, "The Host header is missing.", { headers: { connection: "close" } });
      return send(response, refuse(refusal, wording));
    }
    return listener(request, response);
  });
  server.on("clientError", onBroken);
  server.on("connect", (_, socket: Duplex) => {
    // Node no longer handles this socket, so no one else listens to its errors.
    socket.on("error", () => undefined);
    onBroken(new Error("CONNECT"), socket);
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

/** The oldest TLS version that is accepted; OpenSSL needs a lower security level for those before 1.2. */
const oldestVersion = (minVersion: SecureVersion): { minVersion: SecureVersion; ciphers?: string } =>
  minVersion < "TLSv1.2" ? { minVersion, ciphers: "DEFAULT:@SECLEVEL=0" } : { minVersion };

export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // The listener stays: a later error concerns one connection that could not be accepted, and must not end the process.
    server.on("error", reject);
    server.listen(port, host, resolve);
  });

export const stop = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
