import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { countries } from "./countries.ts";
import { denied, failed, type Reply, succeeded } from "./replies.ts";

/** A running sandbox: where it is, how it is controlled, and how it ends. */
export interface Sandbox {
  urls: Record<"base_url" | "api_root" | "app_url" | "v3_base_url", string>;
  control: { url: string; token: string };
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage) => Reply;

/** Starts the platform on loopback: one port for each surface, and one for the control protocol. */
export async function createSandbox(): Promise<Sandbox> {
  const token = randomBytes(16).toString("hex");
  let partnerToken = "";
  const renew = () => (partnerToken = randomBytes(16).toString("hex"));
  renew();

  const v1: Handler = ({ method, url, headers }) => {
    if (method !== "GET" || url !== "/api/v1/countries") return failed(404, "Not found.");
    return headers.authorization === `Bearer ${partnerToken}` ? succeeded(countries) : denied;
  };
  const controlled: Handler = ({ method, url, headers }) => {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: "the control token is missing or wrong" } };
    const call = `${method} ${url?.replace(/\/$/, "")}`;
    if (call === "GET /control") {
      return {
        status: 200,
        body: { protocol: "assay-control/1", capabilities: ["reset"], clock: "running", now: new Date().toISOString() },
      };
    }
    if (call !== "POST /control/reset") return { status: 404, body: { error: `there is no ${call}` } };
    return { status: 200, body: { urls, credentials: { partner_token: renew() }, fixtures: {} } };
  };
  const notThere: Handler = () => failed(404, "Not found.");

  const servers = await Promise.all([v1, notThere, notThere, controlled].map(serve));
  const [base = "", app = "", v3 = "", control = ""] = servers.map(addressOf);
  const urls = { base_url: `${base}/api/v1`, api_root: `${base}/api`, app_url: app, v3_base_url: `${v3}/v3` };
  return {
    urls,
    control: { url: `${control}/control`, token },
    close: async () => void (await Promise.all(servers.map(stop))),
  };
}

function serve(handle: Handler): Promise<Server> {
  const server = createServer((request, response) => {
    const { status, body } = handle(request);
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(server)));
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const stop = (server: Server): Promise<void> =>
  new Promise((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });
