import { Untestable } from "../../../base/errors.ts";
import type { Control } from "../../../harness/control/control.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { type Choices, requestFor } from "../../../harness/http/requests.ts";
import { createReceiver, type Receiver } from "../../../harness/receiver.ts";
import type { Fixtures, Target } from "../../../harness/target.ts";
import type { Example, Journal } from "../../../record/journal.ts";
import type { Operation } from "../../../specs/operations.ts";
import { FindingLog } from "../../judging/finding-log.ts";
import { type HandshakesShown, tlsClauses } from "../../model/handshakes.ts";
import type { Budget } from "./budget.ts";
import type { Context } from "./context.ts";
import type { Facts } from "./facts.ts";
import { operationById } from "./operation-by-id.ts";
import { authorizationOf, type Role } from "./roles.ts";
import type { Run } from "./run.ts";
import { Sender } from "./sender.ts";

/** The choices of a proof about a request: beside the rest, whose token it carries. */
export interface RequestChoices extends Choices {
  as?: Role;
}

/** How a world is opened: what is found there goes to a journal, with the example that was generated, until a signal ends it. */
interface WorldOptions {
  journal?: Journal;
  example?: Example | undefined;
  signal?: AbortSignal;
  turn?: Turn;
}

/** One turn of a proof, which generates values and leaves some exchanges unjudged. */
export class Turn {
  /** Present where only the generated cases that an earlier run reported are tried again. */
  readonly examples: readonly Example[] | undefined;
  /** The number of explorations that have begun. */
  explorations = 0;
  /** Why cases could not be judged. */
  readonly unjudged: string[] = [];

  constructor(examples?: readonly Example[]) {
    this.examples = examples;
  }
}

/** Where a proof takes its steps: a world of the target, ways to send requests, and ways to write down what holds. */
export class World {
  readonly target: Target;
  readonly context: Context;
  readonly facts: Facts;
  readonly budget: Budget;
  readonly turn: Turn;
  readonly journal: Journal;
  readonly #example: Example | undefined;
  readonly #log: FindingLog;
  readonly #sender: Sender;
  /** Ends every step in this world. */
  readonly #signal: AbortSignal;

  constructor(
    target: Target,
    { context, facts, budget }: Run,
    { journal = context.journal, example, signal = context.signal, turn = new Turn() }: WorldOptions = {},
  ) {
    this.target = target;
    this.context = context;
    this.facts = facts;
    this.budget = budget;
    this.turn = turn;
    this.journal = journal;
    this.#example = example;
    this.#signal = signal;
    this.#log = new FindingLog(target, context.recorder, journal, example);
    this.#sender = new Sender(target, this, this.#log, signal);
  }

  /** Resets the target, to another seed than the run's where one is given; the fresh world writes to the same journal. */
  async reset(seed?: number): Promise<World> {
    this.#signal.throwIfAborted();
    const target = await this.facts.openWorld(seed);
    return this.#with({ journal: this.journal, example: this.#example }, target);
  }

  /** The same world with another journal; what is found there carries the example that was generated. */
  writingTo(journal: Journal, example?: Example): World {
    return this.#with({ journal, example });
  }

  #with(options: WorldOptions, target = this.target): World {
    return new World(target, this, { ...options, signal: this.#signal, turn: this.turn });
  }

  /** The control protocol; proofs that use it name the capability among their needs. */
  get control(): Control {
    this.#signal.throwIfAborted();
    if (!this.context.session.control) throw new Untestable("the target has no control protocol");
    return this.context.session.control;
  }

  /** True if the target's control protocol has a capability. */
  can(capability: string): boolean {
    return this.context.session.can(capability);
  }

  fixture<K extends keyof Fixtures>(name: K): Fixtures[K] {
    const value = this.target.fixtures[name];
    if (value === undefined) throw new Untestable(`the profile lacks fixtures.${name}`);
    return value;
  }

  /** An operation, with the payload that the target's overlays may supply. */
  operation(id: string): Operation {
    return this.target.operations.find((operation) => operation.id === id) ?? operationById(id);
  }

  /** Sends a request, and checks the answer against the rules. */
  request(operation: string | Operation, choices: RequestChoices): Promise<Exchange> {
    return this.send(this.requestOf(operation, choices));
  }

  /** A request that is not sent yet. */
  requestOf(operation: string | Operation, { as: role, ...choices }: RequestChoices): Request {
    const asked = typeof operation === "string" ? this.operation(operation) : operation;
    const authorization = role ? { authorization: authorizationOf(role, this.target.credentials) } : {};
    return requestFor(asked, this.target, { ...authorization, ...choices });
  }

  /** True if requests are few, and the run itself replaces nothing that it reads: then what was read a little before is not asked for again. */
  get isSparing(): boolean {
    return !this.can("clock") && !this.can("seed");
  }

  /** The earlier answer to a read in this world, not older than it may be; the read is sent where it was not served. */
  async recall(operation: string, choices: RequestChoices, maxAge = Number.POSITIVE_INFINITY): Promise<Exchange> {
    const request = this.requestOf(operation, choices);
    const known = this.facts.memory.lookup(request);
    const isUsable = known?.exchange.response.status === 200 && this.now() - known.at < maxAge;
    return isUsable ? known.exchange : this.send(request);
  }

  send(request: Request): Promise<Exchange> {
    return this.#sender.send(request);
  }

  /** Sends requests without keeping the pace; only proofs that need `bursts` do so. */
  burst<T>(send: () => Promise<T>): Promise<T> {
    return this.context.client.unpaced(send);
  }

  /** Records what handshakes show; what exchanges and webhooks show is judged wherever they come from. */
  recordHandshakes(shown: HandshakesShown): void {
    this.journal.write({ kind: "handshakes", ...shown });
    this.#log.recordClauses(tlsClauses(shown), {});
  }

  /** Ends the proof as untestable unless an answer has a status that the rest of it builds on. */
  requireStatus({ request, response }: Exchange, ...needed: number[]): void {
    if (needed.includes(response.status)) return;
    throw new Untestable(
      `${request.method} ${request.operation.path} answers ${response.status}, expected ${needed.join(" or ")}`,
    );
  }

  /** Writes down what was seen where the specification is silent. */
  observe(topic: string, value: unknown): void {
    this.#log.observe(topic, value);
  }

  /** Opens a receiver of webhooks; everything that arrives there, or should, is judged until it is closed. */
  async receive(): Promise<Receiver> {
    const { context, facts } = this;
    const feed = (does: "open" | "close" | "refuse" | "listen" | "lose") =>
      facts.feed({ kind: "receiver", does, clock: context.now() }, this.#log);
    feed("open");
    const receiver = await createReceiver(() => context.now(), this.target.webhooks, {
      bounds: context.session.bounds,
      onArrival: (arrival) => {
        context.recorder.recordArrival(arrival);
        facts.judgement.webhooks.arrive(arrival);
      },
      onRelease: (arrivals, status) => facts.feed({ kind: "release", arrivals, status, clock: context.now() }),
      onRefusal: (isRefusing) => feed(isRefusing ? "refuse" : "listen"),
      onFlood: (what) => {
        context.recorder.reportTrouble(what);
        feed("lose");
      },
    });
    const close = async () => {
      await receiver.close();
      feed("close");
    };
    return { ...receiver, close };
  }

  /** Feeds the model with what is known of the platform apart from the control protocol. */
  feed(path: string, body: Readonly<Record<string, unknown>>, earliest = this.now()): void {
    this.facts.feed({ kind: "told", path, body, moment: [earliest, this.now()] });
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.context.now();
  }

  /** Waits until the target's clock shows a time, or moves it there. */
  async advanceTo(time: number): Promise<void> {
    this.#signal.throwIfAborted();
    await this.budget.advanceTo(time);
  }
}
