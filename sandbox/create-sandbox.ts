import { randomBytes } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, isIP, type Socket } from "node:net";
import { groupBy } from "../base/group-by.ts";
import { wordings } from "./api/call/replies.ts";
import { type GateOptions, serveGate } from "./api/server/gate.ts";
import { Platform, type PlatformOptions } from "./api/server/platform.ts";
import { mounts } from "./api/server/router.ts";
import { createSurfaceServer, listen, type ServerPlan, stop } from "./api/server/servers.ts";
import { type AnswerListener, serveSurface } from "./api/server/surface.ts";
import { createCertificate } from "./api/server/tls.ts";
import { type DirectCall, directCalls } from "./control/direct.ts";
import { type AnsweredCall, serveControl } from "./control/serve.ts";

/** How a sandbox is started. */
export interface SandboxOptions extends PlatformOptions {
  /** Ports N to N + 3 for base, app, v3 and control; any free ones if left out. */
  portBase?: number;
  host?: string;
  controlToken?: string;
  tls?: boolean;
  /** The time that a request may take to arrive, in milliseconds of real time; its headers have a third of that. */
  patience?: number;
  /** The time that an idle connection is kept, in milliseconds of real time. */
  keepAlive?: number;
  onAnswer?: AnswerListener;
  /** Hears of each call of the control protocol that was answered over HTTP. */
  onControlCall?: (call: AnsweredCall) => void;
  /** One more server, by which all surfaces can be reached from elsewhere. */
  gate?: GateOptions;
}

/** A running sandbox: its addresses, its control, and how to close it. */
export interface Sandbox {
  urls: Record<keyof typeof mounts, string>;
  control: { url: string; token: string };
  /** The same for anyone who is in this process, without a connection. */
  ownControl: { url: string; token: string; direct: DirectCall };
  /** Where its gate listens, if it has one, and why handshakes with it failed. */
  gate?: { origin: string; port: number; refusals: readonly string[] };
  /** The authority that signed its certificate, if it speaks TLS. */
  ca?: string;
  platform: Platform;
  close(): Promise<void>;
}

/** True if an address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

/** Starts the platform: a port for each surface, and one for the control protocol. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Half a minute is far more than any client needs to send a request.
  const { portBase, host = "127.0.0.1", patience = 30_000, keepAlive = 5_000, onAnswer } = options;
  if (!isLoopback(host) && !options.controlToken)
    throw new Error(`control is not served on ${host} without a token that was set by hand`);
  const token = options.controlToken ?? randomBytes(16).toString("hex");
  const platform = new Platform(options);
  const certificate = options.tls ? await createCertificate([host, "127.0.0.1", "localhost"]) : undefined;
  const tls = certificate && { certificate, minimum: platform.behaviour.policy.tlsMinimum };

  const urls = {} as Sandbox["urls"];
  const listeners: Record<keyof typeof wordings, RequestListener> = {
    base: serveSurface(platform, "base", onAnswer),
    app: serveSurface(platform, "app", onAnswer),
    v3: serveSurface(platform, "v3", onAnswer),
    control: serveControl(platform, { token, isLocal: isLoopback(host), onCall: options.onControlCall }, urls),
  };
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  const refusals: string[] = [];
  const servers: Server[] = [];
  const origins: Record<string, string> = {};
  const sockets = new Set<Socket>();
  /** Takes a connection; where there are too many, one gives way, so that no one can keep others out. */
  const admit = (socket: Socket): void => {
    const least = sockets.size >= maxConnections ? oldestOfMost(sockets) : undefined;
    if (least) {
      least.destroy();
      sockets.delete(least);
    }
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  const close = async () => {
    platform.end();
    platform.arrivals.end();
    const stopped = servers.map(stop);
    // Node closes connections that have spoken HTTP, and would wait for all others.
    for (const socket of sockets) socket.destroy();
    await Promise.all(stopped);
  };
  try {
    for (const [index, name] of names.entries()) {
      const isSecure = tls !== undefined && name !== "control";
      const server = createSurfaceServer({
        listener: listeners[name],
        wording: wordings[name],
        patience,
        keepAlive,
        ...(isSecure ? { tls } : {}),
      });
      platform.arrivals.watch(server);
      server.on("connection", admit);
      await listen(server, portBase === undefined ? 0 : portBase + index, host);
      servers.push(server);
      origins[name] = originOf(server, host, isSecure);
    }
    if (options.gate) {
      const watch = (server: Server) => platform.arrivals.watch(server);
      servers.push(await openGate(options.gate, listeners, { patience, keepAlive, refusals, admit, watch }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const gate = options.gate && servers.at(-1);
  for (const [address, { surface, prefix }] of Object.entries(mounts))
    urls[address as keyof typeof mounts] = `${origins[surface]}${prefix}`;
  const control = { url: `${origins.control}/control`, token };
  return {
    urls,
    control,
    ownControl: { ...control, direct: directCalls(platform, urls) },
    platform,
    close,
    ...(certificate ? { ca: certificate.ca } : {}),
    ...(gate && options.gate ? { gate: { ...addressOf(gate, options.gate), refusals } } : {}),
  };
}

/** The maximum of connections to all surfaces together: a process may often hold no more than a thousand files. */
const maxConnections = 500;

/** The oldest connection of the address that has the most of them. */
function oldestOfMost(sockets: ReadonlySet<Socket>): Socket | undefined {
  const byAddress = groupBy([...sockets], ({ remoteAddress = "" }) => remoteAddress);
  return [...byAddress.values()].toSorted((a, b) => b.length - a.length)[0]?.[0];
}

/** The number of reasons for failed handshakes that are kept. */
const maxRefusals = 20;

/** Opens the gate. Old versions of TLS are taken, so that who uses them can be reported. */
async function openGate(
  options: GateOptions,
  surfaces: Parameters<typeof serveGate>[1],
  {
    patience,
    keepAlive,
    refusals,
    admit,
    watch,
  }: Pick<ServerPlan, "patience" | "keepAlive"> & {
    refusals: string[];
    admit: (socket: Socket) => void;
    watch: (server: Server) => void;
  },
): Promise<Server> {
  const { tls } = options;
  const server = createSurfaceServer({
    listener: serveGate(options, surfaces),
    wording: wordings.control,
    patience,
    keepAlive,
    ...(tls ? { tls: { certificate: { ...tls, ca: "" }, minimum: "TLSv1" } } : {}),
  });
  watch(server);
  server.on("connection", admit);
  server.on("tlsClientError", (error: NodeJS.ErrnoException) => {
    if (refusals.length < maxRefusals) refusals.push(error.code ?? error.message);
  });
  await listen(server, options.port, options.host);
  return server;
}

const addressOf = (server: Server, { host, tls }: GateOptions): { origin: string; port: number } => ({
  origin: originOf(server, host, tls !== undefined),
  port: (server.address() as AddressInfo).port,
});

/** The address that a listening server is reached at. */
function originOf(server: Server, host: string, isSecure: boolean): string {
  const { port } = server.address() as AddressInfo;
  return `${isSecure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
