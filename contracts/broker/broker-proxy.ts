import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request as send } from "undici";
import { UsageError } from "../../base/errors.ts";
import { isRecord, parseJson, recordsOf } from "../../base/json.ts";
import { reasonOf } from "../../harness/http/failure-reason.ts";
import { brokerPatience, brokerText } from "./broker.ts";
import { linkOf } from "./hal.ts";

/** A proxy between Pact's verifier and a broker, which rewrites pacts on their way. */
export interface BrokerProxy {
  url: string;
  /** Rejects when the broker cannot be used. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** A pact that passes through. */
interface PactOnItsWay {
  source: string;
  /** Where its results go. */
  publishAt: string;
  /** True if the broker says that the provider need not support it yet. */
  isPending: boolean;
}

/** Called with the pacts and results that pass through. */
export interface ProxyHooks {
  /** Returns the text that Pact is to read in place of a pact. */
  rewritePact: (text: string, pact: PactOnItsWay) => string;
  /** True if results may be published at an address. */
  mayPublish: (address: string) => boolean;
}

const publishRelation = "pb:publish-verification-results";

/** Starts a proxy for a broker: Pact's own support of brokers does the work, and the replay still knows each interaction. */
export async function createBrokerProxy(
  broker: string,
  option: string,
  { rewritePact, mayPublish }: ProxyHooks,
): Promise<BrokerProxy> {
  const { origin } = new URL(broker);
  const pending = new Set<string>();
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (method === "POST" && path.endsWith("/verification-results") && !mayPublish(path)) {
      response.writeHead(201, { "content-type": "application/hal+json" }).end("{}");
      return;
    }
    const answer = await send(origin + path, {
      method,
      headers: Object.fromEntries(
        ["authorization", "accept", "content-type"].flatMap((name) =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
      ),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      signal: AbortSignal.timeout(brokerPatience),
    });
    const text = await brokerText(answer.body);
    if (answer.statusCode === 401 || answer.statusCode === 403)
      throw new UsageError(
        `${option}: ${origin} refuses it (${answer.statusCode}); give credentials that may read and publish`,
      );
    const passed = rewrite(text, origin + path);
    response.writeHead(answer.statusCode, {
      "content-type": String(answer.headers["content-type"] ?? "application/json"),
    });
    response.end(passed.replaceAll(origin, address()));
  };

  /** Rewrites a pact; everything else stays as it is. */
  const rewrite = (text: string, source: string): string => {
    const document = parseJson(text);
    if (!isRecord(document)) return text;
    for (const address of pendingIn(document)) pending.add(new URL(address, source).href);
    if (!Array.isArray(document.interactions) && !Array.isArray(document.messages)) return text;
    const publishAt = new URL(linkOf(document, publishRelation) ?? source, source).pathname;
    return rewritePact(text, { source, publishAt, isPending: pending.has(source) });
  };

  const server = createServer(
    (request, response) =>
      void serve(request, response).catch((error: Error) => {
        response.destroy();
        const isUsageError = error instanceof UsageError;
        const unreachable = `--broker: cannot reach ${origin} (${reasonOf(error)}); correct the address`;
        fail(isUsageError ? error : new UsageError(unreachable));
      }),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address() + new URL(broker).pathname.replace(/\/$/, ""),
    failed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The addresses of the pacts in a list that the broker calls pending. */
function pendingIn({ _embedded: embedded }: Record<string, unknown>): string[] {
  const pacts = isRecord(embedded) ? recordsOf(embedded.pacts) : [];
  return pacts
    .filter(({ verificationProperties: properties }) => isRecord(properties) && properties.pending === true)
    .flatMap((pact) => linkOf(pact, "self") ?? []);
}
