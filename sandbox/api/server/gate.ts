import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServedSurface } from "../call/call.ts";
import { mounts } from "./router.ts";
import { believeProxy } from "./tls-version.ts";

/** How the platform is reached from elsewhere: one address for all surfaces, below a part that cannot be guessed. */
export interface GateOptions {
  host: string;
  port: number;
  /** A part of every path; whatever does not have it finds nothing. */
  secret: string;
  tls?: { cert: string; key: string };
  /** The addresses of a proxy that alone may connect. */
  proxy?: readonly string[];
}

/** The folder below the secret part that leads to each surface, and what the surface has in its place. */
const folders: Readonly<Record<string, { surface: ServedSurface; prefix: string }>> = {
  api: { surface: "base", prefix: mounts.api_root.prefix },
  app: { surface: "app", prefix: mounts.app_url.prefix },
  v3: { surface: "v3", prefix: mounts.v3_base_url.prefix },
};

/** The addresses of all surfaces below a base, with the secret part. */
export const gateUrls = (base: (address: keyof typeof mounts) => string, secret: string) => {
  const below = (address: keyof typeof mounts, path: string) => `${base(address).replace(/\/+$/, "")}/${secret}${path}`;
  return {
    base_url: below("base_url", "/api/v1"),
    api_root: below("api_root", "/api"),
    app_url: below("app_url", "/app"),
    v3_base_url: below("v3_base_url", "/v3"),
  };
};

/** The path below the secret part by which anybody who knows it learns that this is the gate. */
export const knock = "/assay";

/** An IPv4 address that is written as an IPv6 address is the same. */
const plainAddress = (address = ""): string => address.replace(/^::ffff:/, "");

/** Leads requests that know the secret part to their surface; a proxy may have left out or added what comes before it. */
export function serveGate(
  { secret, proxy }: GateOptions,
  surfaces: Readonly<Record<ServedSurface, RequestListener>>,
): RequestListener {
  const isWelcome = ({ socket }: IncomingMessage) => !proxy || proxy.includes(plainAddress(socket.remoteAddress));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [, rest] = splitAt(request.url ?? "", `/${secret}/`);
    const [folder, path] = splitAt(rest, /(?=[/?])/);
    const found = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
    if (!isWelcome(request)) return void response.writeHead(404).end();
    if (`/${folder}` === knock) return void response.writeHead(204).end();
    if (!found) return void response.writeHead(404).end();
    if (proxy) believeProxy(request);
    request.url = `${found.prefix}${path.startsWith("/") ? "" : "/"}${path}`;
    surfaces[found.surface](request, response);
  };
}

/** The parts before and after the first place where a text is cut. */
function splitAt(text: string, place: string | RegExp): [before: string, after: string] {
  const at = typeof place === "string" ? text.indexOf(place) : text.search(place);
  if (at < 0) return typeof place === "string" ? ["", ""] : [text, ""];
  return [text.slice(0, at), text.slice(at + (typeof place === "string" ? place.length : 0))];
}
