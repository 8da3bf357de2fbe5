import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { VerifierOptions } from "@pact-foundation/pact-core";
import { HarnessError } from "../../base/errors.ts";
import type { Interaction } from "../pact/interaction.ts";
import { passedOn, type Replay, type Sent } from "./replay.ts";
import { numberHeader, numberIn } from "./staged-pacts.ts";

/** What Pact's verifier takes for the provider. */
export interface ReplayServer {
  /** Where the verifier finds messages and everything else. */
  options: Pick<VerifierOptions, "providerBaseUrl" | "transports">;
  /** Fails when nothing can be replayed at all. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** What the verifier is answered where there is no answer to pass on; no consumer expects it. */
const noAnswer = 424;
const messagesPath = "/_assay/messages";

/** Lets Pact's verifier drive a replay; `interactionAt` tells which interaction has a number. */
export async function serveReplay(
  replay: Replay,
  interactionAt: (number: number) => Interaction,
): Promise<ReplayServer> {
  /** Begins an interaction, unless it is the one that goes on. */
  const enter = async (number: number | undefined): Promise<void> => {
    if (number === undefined) throw new HarnessError("Pact replays an interaction that is not staged");
    const interaction = interactionAt(number);
    if (replay.turns.at(-1)?.interaction !== interaction) await replay.begin(interaction);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await read(request);
    if (sent.url.startsWith(messagesPath)) {
      await enter(numberIn(sent.body));
      await sendMessage(replay, response);
    } else {
      const { [numberHeader]: number, ...headers } = sent.headers;
      await enter(number === undefined ? undefined : Number(number));
      const answer = await replay.ask({ ...sent, headers });
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
