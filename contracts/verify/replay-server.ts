import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { VerifierOptions } from "@pact-foundation/pact-core";
import { HarnessError } from "../../base/errors.ts";
import type { Interaction } from "../pact/interaction.ts";
import { messagesPath, numberHeader, numberIn } from "./numbered-pacts.ts";
import type { Replay } from "./replay.ts";
import { passedOn } from "./target-request.ts";
import { readVerifierRequest } from "./verifier-request.ts";

/** The server that Pact's verifier takes for the provider. */
export interface ReplayServer {
  /** Where the verifier finds messages and everything else. */
  options: Pick<VerifierOptions, "providerBaseUrl" | "transports">;
  /** Rejects when nothing can be replayed at all. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** The status for the verifier where the target gives no answer; no consumer expects it. */
const noAnswer = 424;

/** Lets Pact's verifier drive a replay; `interactionAt` finds an interaction by its number. */
export async function serveReplay(
  replay: Replay,
  interactionAt: (number: number) => Interaction,
): Promise<ReplayServer> {
  /** Begins an interaction, unless it has begun already. */
  const enter = async (number: number | undefined): Promise<void> => {
    if (number === undefined) throw new HarnessError("Pact replays an interaction without a number");
    const interaction = interactionAt(number);
    if (replay.replayed.at(-1)?.interaction !== interaction) await replay.begin(interaction);
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readVerifierRequest(incoming);
    if (request.url.startsWith(messagesPath)) {
      await enter(numberIn(request.body));
      await sendMessage(replay, response);
    } else {
      const { [numberHeader]: number, ...headers } = request.headers;
      await enter(number === undefined ? undefined : Number(number));
      const answer = await replay.ask({ ...request, headers });
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
  return {
    options: {
      providerBaseUrl: `http://127.0.0.1:${port}`,
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

/** Answers with a webhook as a message; its metadata are the content type and what the pact said to have it sent. */
async function sendMessage(replay: Replay, response: ServerResponse): Promise<void> {
  const arrival = await replay.receive();
  const interaction = replay.replayed.at(-1)?.interaction;
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
