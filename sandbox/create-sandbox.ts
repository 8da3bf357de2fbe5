import { randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, isIP } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureVersion } from "node:tls";
import { answerBroken, send } from "./api/server/http.ts";
import { Refusal, wordings } from "./api/server/replies.ts";
import { prefixOf } from "./api/server/router.ts";
import { type Listener, serveSurface } from "./api/server/surface.ts";
import { type Certificate, createCertificate } from "./api/server/tls.ts";
import { serveControl } from "./control/control.ts";
import { Platform, type PlatformOptions } from "./platform.ts";

/** How a sandbox is started. */
export interface SandboxOptions extends PlatformOptions {
  /** Ports N to N + 3 for base, app, v3 and control; any free ones if left out. */
  portBase?: number;
  host?: string;
  controlToken?: string;
  tls?: boolean;
  /** How long a request may take to arrive, in milliseconds of real time; its headers have a third of that. */
  patience?: number;
  /** How long an idle connection is kept, in milliseconds of real time. */
  keepAlive?: number;
  onAnswer?: Listener;
}

/** A running sandbox: where it is, how it is controlled, and how it ends. */
export interface Sandbox {
  urls: Record<"base_url" | "api_root" | "app_url" | "v3_base_url", string>;
  control: { url: string; token: string };
  /** The authority that signed its certificate, when it speaks TLS. */
  ca?: string;
  platform: Platform;
  close(): Promise<void>;
}

/** Whether an address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

/** Starts the platform: one port for each surface, and one for the control protocol. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Half a minute for one request is slower than anybody needs to be.
  const { portBase, host = "127.0.0.1", patience = 30_000, keepAlive = 5_000, onAnswer } = options;
  if (!isLoopback(host) && !options.controlToken)
    throw new Error(`control is not served on ${host} without a token that was set by hand`);
  const token = options.controlToken ?? randomBytes(16).toString("hex");
  const platform = new Platform(options);
  const certificate = options.tls ? await createCertificate([host, "127.0.0.1", "localhost"]) : undefined;

  const urls = {} as Sandbox["urls"];
  const plans: [listener: RequestListener, wording: keyof typeof wordings, certificate: Certificate | undefined][] = [
    [serveSurface(platform, "base", onAnswer), "v1", certificate],
    [serveSurface(platform, "app", onAnswer), "v1", certificate],
    [serveSurface(platform, "v3", onAnswer), "v3", certificate],
    [serveControl(platform, token, urls), "control", undefined],
  ];
  const servers: Server[] = [];
  const sockets = new Set<Duplex>();
  const close = async () => {
    platform.end();
    const stopped = servers.map(stop);
    // Node knows of connections that have spoken HTTP, and would wait for all others.
    for (const socket of sockets) socket.destroy();
    await Promise.all(stopped);
  };
  try {
    for (const [index, [listener, wording, tls]] of plans.entries()) {
      const http = { requireHostHeader: false, connectionsCheckingInterval: patience / 30 };
      const server = prepare(
        tls
          ? createTlsServer({
              ...http,
              ...tls,
              handshakeTimeout: patience / 3,
              ...floorOf(platform.behaviour.policy.tlsMinimum),
            })
          : createServer(http),
        listener,
        wording,
        patience,
      );
      server.keepAliveTimeout = keepAlive;
      server.on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      });
      await listen(server, portBase === undefined ? 0 : portBase + index, host);
      servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const scheme = certificate ? "https" : "http";
  const [base, app, v3, control] = servers.map(
    (server) => `${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
  );
  Object.assign(urls, {
    base_url: `${scheme}://${base}${prefixOf("base_url")}`,
    api_root: `${scheme}://${base}${prefixOf("api_root")}`,
    app_url: `${scheme}://${app}`,
    v3_base_url: `${scheme}://${v3}${prefixOf("v3_base_url")}`,
  });
  return {
    urls,
    control: { url: `http://${control}/control`, token },
    platform,
    close,
    ...(certificate ? { ca: certificate.ca } : {}),
  };
}

/** The oldest version that is spoken; OpenSSL takes one below 1.2 only if it is told to be lax. */
const floorOf = (minVersion: SecureVersion): { minVersion: SecureVersion; ciphers?: string } =>
  minVersion < "TLSv1.2" ? { minVersion, ciphers: "DEFAULT:@SECLEVEL=0" } : { minVersion };

/** Answers what is no request as well, and gives up on senders that are too slow. */
function prepare(server: Server, listener: RequestListener, wording: keyof typeof wordings, patience: number): Server {
  server.headersTimeout = patience / 3;
  server.requestTimeout = patience;
  server.maxRequestsPerSocket = 0;
  const answers = new WeakMap<Duplex, ServerResponse>();
  const broken = (error: Error, socket: Duplex) => answerBroken(error, socket, answers.get(socket), wordings[wording]);
  server.on("request", (request, response) => {
    answers.set(request.socket, response);
    // HTTP asks for this refusal; Node would make it in no surface's form.
    if (request.httpVersion === "1.1" && request.headers.host === undefined)
      return send(response, {
        status: 400,
        headers: { connection: "close" },
        body: wordings[wording](new Refusal(400, "The Host header is missing.")),
      });
    return listener(request, response);
  });
  server.on("clientError", broken);
  server.on("connect", (_, socket: Duplex) => {
    // Node has let go of this socket, and its errors are nobody's else.
    socket.on("error", () => undefined);
    broken(new Error("CONNECT"), socket);
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((listening, fail) => {
    // It stays: a later error is about one connection that could not be taken, and nothing to end for.
    server.on("error", fail);
    server.listen(port, host, listening);
  });

const stop = (server: Server): Promise<void> => new Promise((stopped) => server.close(() => stopped()));
