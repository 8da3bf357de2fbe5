import { judgeExchange } from "../../contracts/judge.ts";
import { authorizations } from "../../harness/authorization.ts";
import type { Client } from "../../harness/client.ts";
import type { Control } from "../../harness/control.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { type Choices, requestFor } from "../../harness/requests.ts";
import type { Session } from "../../harness/session.ts";
import type { Credentials, Fixtures, Target } from "../../harness/target.ts";
import { HarnessError } from "../../specs/blame.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { Obstacle } from "./proof.ts";
import type { Sightings } from "./sightings.ts";

/** What every call to a surface that is not live yet answers. */
const notLive = new Set([404, 501, 503]);

/** Who a call is made as. */
export type Role = "partner" | "v3" | keyof Credentials;

/** Where a proof is acted: a world of the target, ways to ask, and a book in which to write what holds. */
export class Stage {
  readonly target: Target;
  readonly #session: Session;
  readonly #client: Client;
  readonly #book: Sightings;

  constructor(target: Target, session: Session, client: Client, book: Sightings) {
    this.target = target;
    this.#session = session;
    this.#client = client;
    this.#book = book;
  }

  /** The control protocol; proofs that use it name the capability among their needs. */
  get control(): Control {
    if (!this.#session.control) throw new Obstacle("the target has no control protocol");
    return this.#session.control;
  }

  fixture<K extends keyof Fixtures>(name: K): Fixtures[K] {
    const value = this.target.fixtures[name];
    if (value === undefined) throw new Obstacle(`the profile lacks fixtures.${name}`);
    return value;
  }

  /** The Authorization header of a role. */
  as(role: Role): string {
    const { credentials } = this.target;
    if (role === "partner" || role === "partner_token") return authorizations.BearerPartner(credentials);
    if (role === "v3") return authorizations.v3(credentials);
    if (role.startsWith("v3")) return `Bearer ${credentials[role]}`;
    return authorizations.BearerPartnerUser(credentials, credentials[role] ?? "");
  }

  operation(id: string): Operation {
    return operationCalled(id);
  }

  /** Asks, and holds what is answered against the rules of one exchange. */
  async ask(operation: string | Operation, choices: Choices): Promise<Exchange> {
    const asked = typeof operation === "string" ? operationCalled(operation) : operation;
    const exchange = await this.#client.send(requestFor(asked, this.target, choices));
    if (asked.surface === "v3" && notLive.has(exchange.response.status) && !this.#book.isV3Live) {
      throw new Obstacle(`the v3 surface answers ${exchange.response.status}, as one that is not live yet`);
    }
    if (asked.surface === "v3") this.#book.isV3Live = true;
    const { judged, findings } = judgeExchange(exchange);
    for (const id of judged) this.#book.judged.add(id);
    this.#book.findings.push(...findings);
    return exchange;
  }

  /** Asks without keeping the pace; only proofs that may burst do so. */
  burst<T>(ask: () => Promise<T>): Promise<T> {
    return this.#client.unpaced(ask);
  }

  /** Writes down whether a requirement holds here. */
  holds(requirement: string, exchange: Exchange, isSo: boolean, found: string, expected: string, pointer = ""): void {
    this.#book.judged.add(requirement);
    if (!isSo) this.#book.findings.push({ requirement, pointer, found, expected, exchange });
  }

  /** Writes down whether a requirement holds where no exchange of ours shows it, such as of a webhook. */
  notes(requirement: string, isSo: boolean, found: string, expected: string, pointer = ""): void {
    this.#book.judged.add(requirement);
    if (!isSo) this.#book.findings.push({ requirement, pointer, found, expected });
  }

  /** Writes down whether an answer has one of the statuses that a requirement promises. */
  answers(requirement: string, exchange: Exchange, ...statuses: number[]): boolean {
    const { status } = exchange.response;
    this.holds(requirement, exchange, statuses.includes(status), `the status ${status}`, statuses.join(" or "));
    return statuses.includes(status);
  }

  /** Goes on only if an answer has a status that the rest of the proof rests on. */
  needs(exchange: Exchange, ...statuses: number[]): void {
    if (statuses.includes(exchange.response.status)) return;
    const { method, operation } = exchange.request;
    throw new Obstacle(
      `${method} ${operation.path} answers ${exchange.response.status}, expected ${statuses.join(" or ")}`,
    );
  }

  /** Writes down what was seen where the specification is silent. */
  observe(topic: string, value: unknown): void {
    this.#book.observations.push({ topic, value });
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.#session.timer.now();
  }

  /** Lets the target's clock come to a time; keeping the pace may have moved it further already. */
  async advanceTo(time: number): Promise<void> {
    const left = time - this.now();
    if (left > 0) await this.#session.timer.wait(left);
  }
}

export function operationCalled(id: string): Operation {
  const operation = loadOperations().find((one) => one.id === id);
  if (!operation) throw new HarnessError(`there is no operation ${id}`);
  return operation;
}

/** A body as JSON; undefined where it is none. */
export function json(exchange: Exchange): unknown {
  try {
    return JSON.parse(exchange.response.body) as unknown;
  } catch {
    return undefined;
  }
}
