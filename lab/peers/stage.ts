import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { loadOperations } from "../../specs/operations.ts";
import { authorizationOf } from "../../suites/schedule/run/roles.ts";
import { type RightRequest, rightRequests } from "./right-requests.ts";

/** A fixed address behind which one faulty server after the other stands. It adds what documents cannot give a peer: tokens, and the body of a GET. */
export interface Stage {
  origin: string;
  /** The number of requests that came since it was last asked. */
  takeCount(): number;
  requests: readonly RightRequest[];
  play(behaviour: Behaviour): Promise<void>;
  close(): Promise<void>;
}

/** With this header a request passes as it is. */
export const asItIs = "x-as-it-is";

/** Where an operation stands below the stage's address. */
export const stagePath = ({ operation }: Pick<RightRequest, "operation">): string =>
  `/${operation.address}${operation.path}`;

const installing = ["grantAccess", "confirmInstallation"];

/** Opens the stage; nothing plays there yet. */
export async function openStage(): Promise<Stage> {
  let sandbox: Sandbox | undefined;
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const stage: { requests: RightRequest[] } = { requests: [] };

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    count++;
    const [, address = "", rest = ""] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const root = sandbox?.urls[address as keyof Sandbox["urls"]];
    if (!root) return void outgoing.writeHead(404).end();
    const right = incoming.headers[asItIs] ? undefined : rightFor(stage.requests, address, rest);
    const { host: _, "content-length": __, ...headers } = incoming.headers;
    const url = new URL(root + rest);
    const forwarded = request(url, {
      agent,
      method: incoming.method,
      headers: { ...headers, ...right?.headers, ...(right?.body ? { "content-length": right.body.length } : {}) },
    });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.resume();
    forwarded.end(right?.body);
  };
  const server = createServer(pass);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCount: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    get requests() {
      return stage.requests;
    },
    async play(behaviour) {
      await sandbox?.close();
      sandbox = await createSandbox({ clock: "running", seed: 42, behaviour });
      const { credentials, fixtures } = sandbox.platform.world.people;
      stage.requests = rightRequests({ urls: sandbox.urls, fixtures, credentials });
      await install(sandbox);
    },
    async close() {
      await sandbox?.close();
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The headers that the gate adds to a request to an address. */
function rightFor(requests: readonly RightRequest[], address: string, rest: string): RightRequest | undefined {
  const path = rest.split("?")[0]?.split("/") ?? [];
  return requests.find(({ operation }) => {
    const segments = operation.path.split("/");
    const fits = (segment: string, index: number) => segment.startsWith("{") || segment === path[index];
    return operation.address === address && segments.length === path.length && segments.every(fits);
  });
}

/** Installs the application, so that there are data to read; with a fault, that may not work. */
async function install({ urls, platform }: Sandbox): Promise<void> {
  const { credentials, fixtures } = platform.world.people;
  const { location_id, application_id } = fixtures as { location_id: number; application_id: number };
  for (const id of installing) {
    const operation = loadOperations().find((each) => each.id === id);
    if (!operation) continue;
    const path = operation.path
      .replace("{company_id}", String(location_id))
      .replace("{application_id}", String(application_id));
    const role = id === "grantAccess" ? "owner_user_token" : "partner_token";
    await fetch(urls[operation.address as keyof typeof urls] + path, {
      method: operation.method,
      headers: {
        authorization: authorizationOf(role, credentials),
        accept: "application/vnd.api.v2+json",
        "content-type": "application/json",
      },
      ...(id === "confirmInstallation" ? { body: JSON.stringify({ salon_id: location_id, application_id }) } : {}),
    }).catch(() => undefined);
  }
}
