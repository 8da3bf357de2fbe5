import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { VerifierOptions } from "@pact-foundation/pact-core";
import type { Interaction } from "./interaction.ts";
import { passedOn, type Replay, type Sent } from "./replay.ts";
import type { Values } from "./states.ts";

/** What Pact's verifier takes for the provider. */
export interface ReplayServer {
  /** Where the verifier finds states, messages and everything else. */
  options: Pick<VerifierOptions, "providerBaseUrl" | "providerStatesSetupUrl" | "transports">;
  /** Fails when nothing can be replayed at all. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** What the verifier is answered where there is no answer to pass on; no consumer expects it. */
const noAnswer = 424;
const statesPath = "/_assay/states";
const messagesPath = "/_assay/messages";

/** Lets Pact's verifier drive a replay; `interactionOf` tells from a state's name, and from how many began, which interaction begins. */
export async function serveReplay(
  replay: Replay,
  interactionOf: (state: string, begun: number) => Interaction,
): Promise<ReplayServer> {
  let values: Values | undefined;
  const setUp = async ({ action, state = "" }: { action?: string; state?: string }): Promise<Values> => {
    if (action !== "setup") values = undefined;
    // An interaction may have several states, of which the verifier tells one by one.
    else values ??= await replay.begin(interactionOf(state, replay.turns.length));
    return values ?? {};
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await read(request);
    if (sent.url.startsWith(statesPath)) {
      const told = await setUp(JSON.parse(sent.body) as Parameters<typeof setUp>[0]);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told));
    } else if (sent.url.startsWith(messagesPath)) await sendMessage(replay, response);
    else {
      const answer = await replay.ask(sent);
      response.writeHead(answer?.status ?? noAnswer, Object.fromEntries(passedOn(answer?.headers ?? {})));
      response.end(answer?.body);
    }
  };

  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const refuse = (error: Error, response: ServerResponse) => {
    response.destroy();
    fail(error);
  };
  const server = createServer(
    (request, response) => void serve(request, response).catch((error: Error) => refuse(error, response)),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    options: {
      providerBaseUrl: url,
      providerStatesSetupUrl: url + statesPath,
      transports: [{ protocol: "message", port, path: messagesPath }],
    },
    failed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a webhook as a message: its content type, and what the pact said to have it sent, are its metadata. */
async function sendMessage(replay: Replay, response: ServerResponse): Promise<void> {
  const arrival = await replay.receive();
  const interaction = replay.turns.at(-1)?.interaction;
  if (!arrival || interaction?.kind !== "message") {
    response.writeHead(noAnswer).end();
    return;
  }
  const { event, change, resource } = interaction.metadata;
  const contentType = arrival.headers["content-type"] ?? "";
  const metadata = JSON.stringify({ ...arrival.headers, contentType, event, change, resource });
  response.writeHead(200, {
    "content-type": contentType,
    "pact-message-metadata": Buffer.from(metadata).toString("base64"),
  });
  response.end(arrival.body);
}

async function read(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = request;
  return { method, url, headers: headers as Sent["headers"], body: Buffer.concat(chunks).toString("utf8") };
}
