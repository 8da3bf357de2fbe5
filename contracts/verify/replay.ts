import { HarnessError, Untestable, UsageError, Violation } from "../../base/errors.ts";
import type { Client } from "../../harness/client.ts";
import { reasonOf } from "../../harness/control.ts";
import { curlLine } from "../../harness/curl.ts";
import type { Header, Request, Response } from "../../harness/exchange.ts";
import type { Arrival } from "../../harness/receiver.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import type { Interaction } from "../pact/interaction.ts";
import { operationOf } from "../pact/operation-of.ts";
import { fill } from "../pact/state-expressions.ts";
import { provoke } from "./provoke.ts";
import { Scene } from "./replay-world.ts";
import { setState, type Values } from "./states.ts";

/** What became of one interaction, beside what Pact finds in the answer. */
export interface Turn {
  interaction: Interaction;
  /** Why the interaction was not replayed, or not to its end. */
  trouble?: { outcome: "fail" | "untestable"; reason: string };
  evidence?: { exchange: string; curl: string };
}

/** What Pact's verifier sends for an interaction. */
export interface Sent {
  method: string;
  /** The path with its query. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** Replays interactions one by one: sets their states up, puts the target's tokens in, and has webhooks sent. */
export class Replay {
  readonly turns: Turn[] = [];
  readonly #session: Session;
  readonly #client: Client;
  readonly #seed: number;
  #scene: Scene;
  #isFresh = true;
  #values: Values = {};

  constructor(session: Session, target: Target, client: Client, seed: number) {
    this.#session = session;
    this.#client = client;
    this.#seed = seed;
    this.#scene = new Scene(session, target, client);
  }

  /** Begins an interaction in a world that no other has touched, with its states set up. */
  async begin(interaction: Interaction): Promise<void> {
    const turn: Turn = { interaction };
    this.turns.push(turn);
    const target = this.#isFresh ? this.#scene.target : await this.#session.open(this.#seed);
    this.#scene = new Scene(this.#session, target, this.#client);
    this.#isFresh = interaction.states.length === 0;
    this.#values = { ...target.fixtures };
    await this.#attempt(turn, async () => {
      for (const { name, params } of interaction.states) {
        if (!this.#session.control)
          throw new Untestable("the target has no control protocol, so no state can be set up");
        Object.assign(this.#values, await setState(this.#scene, name, params));
      }
    });
  }

  /** Passes a request on to the target; nothing where that cannot be. */
  async ask(sent: Sent): Promise<Response | undefined> {
    const turn = this.#turn;
    if (sent.method !== "GET") this.#isFresh = false;
    return this.#attempt(turn, async () => {
      const { interaction } = turn;
      const filled = interaction.kind === "http" ? fill(sent, interaction.request.expressions, this.#values) : sent;
      const exchange = await this.#client.send(requestOf(this.#scene, interaction, filled));
      turn.evidence = { exchange: exchange.id, curl: curlLine(exchange.request, this.#scene.target.credentials) };
      return exchange.response;
    });
  }

  /** Has the webhook sent that the message expects; nothing where none comes. */
  async receive(): Promise<Arrival | undefined> {
    const turn = this.#turn;
    this.#isFresh = false;
    return this.#attempt(turn, () => {
      if (turn.interaction.kind !== "message") throw new HarnessError("Pact asks for a message where there is none");
      return provoke(this.#scene, turn.interaction);
    });
  }

  get #turn(): Turn {
    const turn = this.turns.at(-1);
    if (!turn) throw new HarnessError("Pact replays an interaction that it did not begin");
    return turn;
  }

  /** Does something for an interaction; what stands in its way is written down. */
  async #attempt<T>(turn: Turn, act: () => Promise<T>): Promise<T | undefined> {
    if (turn.trouble) return undefined;
    try {
      return await act();
    } catch (error) {
      if (error instanceof UsageError || error instanceof HarnessError) throw error;
      if (error instanceof Untestable) turn.trouble = { outcome: "untestable", reason: error.message };
      else if (error instanceof Violation) turn.trouble = { outcome: "fail", reason: error.message };
      else turn.trouble = { outcome: "fail", reason: `the provider gives no answer (${reasonOf(error)})` };
      return undefined;
    }
  }
}

/** Headers that belong to one connection, and not to what is passed on over another. */
const ofConnection = ["connection", "content-length", "transfer-encoding", "host", "accept-encoding", "keep-alive"];

/** The headers of a message that belong to whatever connection carries it. */
export const passedOn = <T>(headers: Readonly<Record<string, T>>): [name: string, value: T][] =>
  Object.entries(headers).filter(([name]) => !ofConnection.includes(name));

/** A request as the target gets it: at the surface that has such an operation, with the target's tokens. */
function requestOf(scene: Scene, interaction: Interaction, { method, url, headers, body }: Sent): Request {
  const { pathname, search, searchParams } = new URL(url, "http://127.0.0.1");
  const operation = operationOf(method, pathname);
  if (!operation) throw new Violation(`no surface has an operation ${method} ${pathname}`);
  if (method !== "GET" && !scene.target.allow.mutations) throw new Untestable("the profile does not allow mutations");
  const own = headers.authorization ?? "";
  const isMeantToFail = interaction.kind === "http" && interaction.response.status === 401;
  const isOurs = /^bearer\b/i.test(own) && !isMeantToFail;
  const authorization = isOurs ? scene.authorization(operation, /,\s*user\s/i.test(own)) : own;
  const passed = passedOn({ ...headers, authorization }).filter(([, value]) => value);
  return {
    operation,
    method,
    url: scene.address(operation) + pathname + search,
    query: Object.fromEntries(searchParams),
    headers: passed.map(([name, value]): Header => [name, value ?? ""]),
    ...(body ? { body } : {}),
  };
}
