import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Client } from "../harness/client.ts";
import { reasonOf } from "../harness/control.ts";
import { curlLine } from "../harness/curl.ts";
import type { Header } from "../harness/exchange.ts";
import type { Session } from "../harness/session.ts";
import type { Target } from "../harness/target.ts";
import { HarnessError, UsageError, Violation } from "../specs/blame.ts";
import type { Interaction } from "./interaction.ts";
import { operationOf } from "./operation-of.ts";
import { provoke } from "./provoke.ts";
import { Scene, Untestable } from "./scene.ts";
import { states } from "./states.ts";

/** What became of one interaction, beside what Pact finds in the answer. */
export interface Turn {
  interaction: Interaction;
  /** Why the interaction was not replayed, or not to its end. */
  trouble?: { outcome: "fail" | "untestable"; reason: string };
  evidence?: { exchange: string; curl: string };
}

/** Where Pact's verifier finds the provider: states, messages, and every other path. */
export interface Replay {
  url: string;
  statesPath: string;
  messagesPath: string;
  port: number;
  turns: Turn[];
  /** Fails when nothing can be replayed at all. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/** What the verifier is answered in the place of an answer that there is not; no consumer expects it. */
const noAnswer = 424;
const statesPath = "/_assay/states";
const messagesPath = "/_assay/messages";

/** Headers that belong to one connection, and not to what is passed on over another. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
  "host",
  "accept-encoding",
  "keep-alive",
]);

/** Stands between Pact's verifier and a target: sets states up, puts the target's tokens in, and has webhooks sent. */
export async function createReplay(
  session: Session,
  first: Target,
  client: Client,
  { interactions, seed }: { interactions: readonly Interaction[]; seed: number },
): Promise<Replay> {
  const turns: Turn[] = [];
  let scene = new Scene(session, first, client);
  let isOpen = false;
  let isFresh = true;
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  /** Begins the next interaction in a world that no other has touched. */
  const begin = async (): Promise<Turn> => {
    const interaction = interactions[turns.length];
    if (!interaction) throw new HarnessError("Pact replays more interactions than the pact files hold");
    const turn: Turn = { interaction };
    turns.push(turn);
    scene = new Scene(session, isFresh ? scene.target : await session.open(seed), client);
    isFresh = true;
    isOpen = true;
    return turn;
  };

  /** Does something for the interaction at hand; what stands in its way is written down. */
  const attempt = async <T>(turn: Turn, act: () => Promise<T> | T): Promise<T | undefined> => {
    if (turn.trouble) return undefined;
    try {
      return await act();
    } catch (error) {
      if (error instanceof Untestable) turn.trouble = { outcome: "untestable", reason: error.message };
      else if (error instanceof Violation) turn.trouble = { outcome: "fail", reason: error.message };
      else if (error instanceof UsageError || error instanceof HarnessError) throw error;
      else turn.trouble = { outcome: "fail", reason: `the provider gives no answer (${reasonOf(error)})` };
      return undefined;
    }
  };

  const setUp = async (body: { action?: string; state?: string; params?: Record<string, unknown> }) => {
    if (body.action !== "setup") {
      isOpen = false;
      return {};
    }
    const turn = isOpen ? (turns.at(-1) as Turn) : await begin();
    const { state: name = "", params = {} } = body;
    if (!name) return scene.target.fixtures;
    isFresh = false;
    const values = await attempt(turn, () => {
      if (!session.control) throw new Untestable("the target has no control protocol, so no state can be set up");
      const row = Object.hasOwn(states, name) ? states[name] : undefined;
      if (!row) throw new Violation(`there is no state "${name}"; there are ${Object.keys(states).join(", ")}`);
      return row.set(scene, { ...row.params, ...params });
    });
    return { ...scene.target.fixtures, ...values };
  };

  const message = async (response: ServerResponse): Promise<void> => {
    const turn = turns.at(-1) as Turn;
    isFresh = false;
    const arrival = await attempt(turn, () => {
      if (turn.interaction.kind !== "message") throw new HarnessError("Pact asks for a message where there is none");
      return provoke(scene, turn.interaction);
    });
    if (!arrival || turn.interaction.kind !== "message") return void response.writeHead(noAnswer).end();
    const { event, change, resource } = turn.interaction.metadata;
    const contentType = arrival.headers["content-type"] ?? "";
    const metadata = { ...arrival.headers, contentType, event, change, resource };
    response.writeHead(200, {
      "content-type": contentType,
      "pact-message-metadata": Buffer.from(JSON.stringify(metadata)).toString("base64"),
    });
    response.end(arrival.body);
  };

  const pass = async (request: IncomingMessage, body: string, response: ServerResponse): Promise<void> => {
    const turn = turns.at(-1) as Turn;
    const exchange = await attempt(turn, () => client.send(requestOf(scene, turn.interaction, request, body)));
    if (request.method !== "GET") isFresh = false;
    if (!exchange) return void response.writeHead(noAnswer).end();
    turn.evidence = { exchange: exchange.id, curl: curlLine(exchange.request, scene.target.credentials) };
    const headers = Object.entries(exchange.response.headers).filter(([name]) => !ofConnection.has(name));
    response.writeHead(exchange.response.status, Object.fromEntries(headers)).end(exchange.response.body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(request);
    if (request.url?.startsWith(statesPath)) {
      const values = await setUp(JSON.parse(body) as Parameters<typeof setUp>[0]);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(values));
    } else if (request.url?.startsWith(messagesPath)) await message(response);
    else await pass(request, body, response);
  };

  const server = createServer(
    (request, response) =>
      void serve(request, response).catch((error: Error) => {
        response.destroy();
        fail(error);
      }),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    statesPath,
    messagesPath,
    port,
    turns,
    failed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The request of an interaction as the target gets it: at the surface that has such an operation, with the target's tokens. */
function requestOf(
  scene: Scene,
  interaction: Interaction,
  { method = "", url = "", headers }: IncomingMessage,
  body: string,
) {
  const { pathname, search, searchParams } = new URL(url, "http://127.0.0.1");
  const operation = operationOf(method, pathname);
  if (!operation) throw new Violation(`no surface has an operation ${method} ${pathname}`);
  if (method !== "GET" && !scene.target.allow.mutations) throw new Untestable("the profile does not allow mutations");
  const own = headers.authorization;
  const isMeantToFail = interaction.kind === "http" && interaction.response.status === 401;
  const isBearer = own !== undefined && /^bearer\b/i.test(own);
  const authorization = isBearer && !isMeantToFail ? scene.authorization(operation, /,\s*user\s/i.test(own)) : own;
  const passed = Object.entries(headers).filter(([name]) => !ofConnection.has(name) && name !== "authorization");
  return {
    operation,
    method,
    url: scene.address(operation) + pathname + search,
    query: Object.fromEntries(searchParams),
    headers: [
      ...passed.map(([name, value]): Header => [name, String(value)]),
      ...(authorization === undefined ? [] : [["authorization", authorization] as Header]),
    ],
    ...(body ? { body } : {}),
  };
}

async function collect(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
