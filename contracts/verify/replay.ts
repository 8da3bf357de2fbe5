import { HarnessError, Untestable, UsageError, Violation } from "../../base/errors.ts";
import { curlLine } from "../../harness/curl.ts";
import type { Response } from "../../harness/exchange.ts";
import type { Client } from "../../harness/http/client.ts";
import { reasonOf } from "../../harness/http/failure-reason.ts";
import type { Arrival } from "../../harness/receiver.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import type { Interaction } from "../pact/interaction.ts";
import { fillRequest } from "./filled-request.ts";
import type { StateValues } from "./provider-states.ts";
import { provokeWebhook } from "./provoked-webhook.ts";
import { ReplayWorld } from "./replay-world.ts";
import { setUpState } from "./state-setup.ts";
import { targetRequest } from "./target-request.ts";
import type { VerifierRequest } from "./verifier-request.ts";

/** The outcome of one interaction, besides the differences that Pact finds in the answer. */
export interface ReplayedInteraction {
  interaction: Interaction;
  /** The reason why it, or the rest of it, was not replayed. */
  problem?: { outcome: "fail" | "untestable"; reason: string };
  evidence?: { exchange: string; curl: string };
}

/** Replays interactions one by one: sets up their states, fills in the target's tokens, and has webhooks sent. */
export class Replay {
  readonly replayed: ReplayedInteraction[] = [];
  readonly #session: Session;
  readonly #client: Client;
  readonly #seed: number;
  #world: ReplayWorld;
  #isFresh = true;
  #values: StateValues = {};

  constructor(session: Session, target: Target, client: Client, seed: number) {
    this.#session = session;
    this.#client = client;
    this.#seed = seed;
    this.#world = new ReplayWorld(session, target, client);
  }

  /** Begins an interaction in a world that no other has changed, with its states set up. */
  async begin(interaction: Interaction): Promise<void> {
    const current: ReplayedInteraction = { interaction };
    this.replayed.push(current);
    const target = this.#isFresh ? this.#world.target : await this.#session.open(this.#seed);
    this.#world = new ReplayWorld(this.#session, target, this.#client);
    this.#isFresh = interaction.states.length === 0;
    this.#values = { ...target.fixtures };
    await this.#attempt(current, async () => {
      for (const state of interaction.states) {
        if (!this.#session.control)
          throw new Untestable("the target has no control protocol, so no state can be set up");
        Object.assign(this.#values, await setUpState(this.#world, state));
      }
    });
  }

  /** Passes a request on to the target; undefined where that is not possible. */
  async ask(request: VerifierRequest): Promise<Response | undefined> {
    const current = this.#current;
    if (request.method !== "GET") this.#isFresh = false;
    return this.#attempt(current, async () => {
      const { interaction } = current;
      const filled =
        interaction.kind === "http" ? fillRequest(request, interaction.request.expressions, this.#values) : request;
      const exchange = await this.#client.send(targetRequest(this.#world, interaction, filled));
      current.evidence = { exchange: exchange.id, curl: curlLine(exchange.request, this.#world.target.credentials) };
      return exchange.response;
    });
  }

  /** Has the webhook sent that the message expects; undefined where none comes. */
  async receive(): Promise<Arrival | undefined> {
    const current = this.#current;
    this.#isFresh = false;
    return this.#attempt(current, () => {
      if (current.interaction.kind !== "message")
        throw new HarnessError("Pact asks for a message, and the interaction is not one");
      return provokeWebhook(this.#world, current.interaction);
    });
  }

  get #current(): ReplayedInteraction {
    const current = this.replayed.at(-1);
    if (!current) throw new HarnessError("Pact replays an interaction that it did not begin");
    return current;
  }

  /** Takes one step of an interaction; a problem is noted and ends its replay. */
  async #attempt<T>(current: ReplayedInteraction, step: () => Promise<T>): Promise<T | undefined> {
    if (current.problem) return undefined;
    try {
      return await step();
    } catch (error) {
      if (error instanceof UsageError || error instanceof HarnessError) throw error;
      if (error instanceof Untestable) current.problem = { outcome: "untestable", reason: error.message };
      else if (error instanceof Violation) current.problem = { outcome: "fail", reason: error.message };
      else current.problem = { outcome: "fail", reason: `the provider gives no answer (${reasonOf(error)})` };
      return undefined;
    }
  }
}
