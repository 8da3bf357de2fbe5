import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that a broker received. */
interface BrokerCall {
  method: string;
  path: string;
  body: unknown;
}

/** Deviations of a stub from a usual broker. */
export interface BrokerTraits {
  /** The header that it asks for in place of the token's. */
  authorization?: string;
  /** The number of pacts that a page of its list has. */
  pageSize?: number;
  /** The numbers of the pacts that it calls pending. */
  pending?: number[];
}

/** A stub of a Pact broker. */
export interface Broker {
  url: string;
  calls: BrokerCall[];
  close(): Promise<void>;
}

/**
 * A stub that speaks the HAL of a Pact broker for exactly the calls that `contracts verify --broker`, `contracts publish` and `impact` make: it holds some
 * pacts for every provider, and takes whatever is published. It is no broker, and shows nothing of how one chooses by selectors.
 */
export async function createBroker(
  pacts: object[],
  token: string,
  { authorization = `Bearer ${token}`, pageSize = pacts.length, pending = [] }: BrokerTraits = {},
): Promise<Broker> {
  const calls: BrokerCall[] = [];
  const server = createServer((request, response) => {
    void collect(request).then((text) => {
      const { method = "", url: path = "" } = request;
      const reply = (status: number, body: object) =>
        response.writeHead(status, { "content-type": "application/hal+json" }).end(JSON.stringify(body));
      if (request.headers.authorization !== authorization) return reply(401, { error: "Unauthorized" });
      calls.push({ method, path, body: text ? (JSON.parse(text) as unknown) : undefined });
      const found = documents(pacts, address(), { pageSize, pending })[path];
      if (method === "POST" || method === "PUT")
        return reply(path.endsWith("for-verification") ? 200 : 201, found ?? {});
      return found ? reply(200, found) : reply(404, { error: "Not found" });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address(),
    calls,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The documents of the stub, by path. */
function documents(
  pacts: object[],
  url: string,
  { pageSize, pending }: Required<Pick<BrokerTraits, "pageSize" | "pending">>,
): Record<string, object> {
  const link = (path: string) => ({ href: url + path });
  const templated = (path: string) => ({ ...link(path), templated: true });
  const chosenPath = "/pacts/provider/partner-integration-api/for-verification";
  const latestPath = "/pacts/provider/partner-integration-api/latest";
  const provider = "/pacticipants/partner-integration-api";
  const pageAt = (page: number): string => (page === 0 ? latestPath : `${latestPath}?pageNumber=${page + 1}`);
  const pages = Math.ceil(pacts.length / Math.max(1, pageSize));
  const latest = Array.from({ length: Math.max(1, pages) }, (_, page): [string, object] => [
    pageAt(page),
    {
      _links: {
        self: link(pageAt(page)),
        "pb:pacts": pacts.map((__, index) => link(`/pacts/${index}`)).slice(page * pageSize, (page + 1) * pageSize),
        ...(page + 1 < pages ? { next: { ...link(pageAt(page + 1)), title: "Next page" } } : {}),
      },
    },
  ]);
  const chosen = pacts.map((_, index) => ({
    shortDescription: "latest from main branch",
    verificationProperties: { pending: pending.includes(index), notices: [] },
    _links: { self: { ...link(`/pacts/${index}`), name: `pact ${index}` } },
  }));
  return {
    "/": {
      _links: {
        "pb:provider-pacts-for-verification": templated("/pacts/provider/{provider}/for-verification"),
        "pb:latest-provider-pacts": templated("/pacts/provider/{provider}/latest"),
        "pb:publish-contracts": link("/contracts/publish"),
      },
    },
    ...Object.fromEntries(latest),
    [chosenPath]: { _embedded: { pacts: chosen }, _links: { self: link(chosenPath) } },
    [provider]: { _links: { "pb:branch-version": templated(`${provider}/branches/{branch}/versions/{version}`) } },
    ...Object.fromEntries(
      pacts.map((pact, index) => {
        const links = {
          self: link(`/pacts/${index}`),
          "pb:publish-verification-results": link(`/pacts/${index}/verification-results`),
          "pb:provider": { ...link(provider), name: "partner-integration-api" },
        };
        return [`/pacts/${index}`, { ...pact, _links: links }];
      }),
    ),
  };
}

async function collect(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
