import { HarnessError, NotApplicable, Untestable } from "../../../base/errors.ts";
import { parseJson } from "../../../base/json.ts";
import { authorizations } from "../../../harness/authorization.ts";
import { NoAnswer } from "../../../harness/client.ts";
import type { Control } from "../../../harness/control.ts";
import { curlLine } from "../../../harness/curl.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { type Choices, requestFor } from "../../../harness/requests.ts";
import type { Credentials, Fixtures, Target } from "../../../harness/target.ts";
import type { Example, Journal } from "../../../record/journal.ts";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import { type ExchangeFinding, judgeExchange } from "../../rules/judge-exchange.ts";
import { credentialOf, type Run } from "./run.ts";

/** What every call to a surface that is not live yet answers. */
const notLive = new Set([404, 501, 503]);

/** Who a call is made as. */
export type Role = "partner" | "v3" | keyof Credentials;

/** Where a proof is acted: a world of the target, ways to ask, and a book in which to write what holds. */
export class World {
  readonly target: Target;
  readonly run: Run;
  readonly journal: Journal;
  readonly #example: (() => Example) | undefined;

  constructor(target: Target, run: Run, journal: Journal = run.journal, example?: () => Example) {
    this.target = target;
    this.run = run;
    this.journal = journal;
    this.#example = example;
  }

  /** A fresh world, with the same book. */
  async anew(): Promise<World> {
    return new World(await this.run.open(), this.run, this.journal, this.#example);
  }

  /** The same scene, with another book; what is found there carries the example that was generated. */
  with(journal: Journal, example?: () => Example): World {
    return new World(this.target, this.run, journal, example);
  }

  /** The control protocol; proofs that use it name the capability among their needs. */
  get control(): Control {
    if (!this.run.session.control) throw new Untestable("the target has no control protocol");
    return this.run.session.control;
  }

  can(capability: string): boolean {
    return this.run.session.can(capability);
  }

  fixture<K extends keyof Fixtures>(name: K): Fixtures[K] {
    const value = this.target.fixtures[name];
    if (value === undefined) throw new Untestable(`the profile lacks fixtures.${name}`);
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
    return this.target.operations.find((one) => one.id === id) ?? operationCalled(id);
  }

  /** Asks, and holds what is answered against the rules of one exchange. */
  async ask(operation: string | Operation, choices: Choices): Promise<Exchange> {
    const asked = typeof operation === "string" ? this.operation(operation) : operation;
    const request = requestFor(asked, this.target, choices);
    if (asked.surface === "v3") await this.#respectAllowance();
    return this.#patiently(request);
  }

  /** Sends a request, and judges what is answered, unless its surface is not live. */
  async #exchange(request: Request): Promise<Exchange> {
    const exchange = await this.#send(request);
    if (request.operation.surface === "v3") await this.#seeWhetherLive(exchange);
    this.#judge(exchange);
    return exchange;
  }

  /** Holds an exchange against the rules, and keeps in mind what it tells. */
  #judge(exchange: Exchange): void {
    this.#seeRequestId(exchange);
    this.run.remember(this.target, exchange);
    const { judged, findings } = judgeExchange(exchange);
    this.journal.write({ kind: "judged", ids: [...judged] });
    for (const finding of findings) this.#find(finding);
  }

  /** Asks again, once, where a request that kept the pace is refused for its rate: others may use the same allowance. */
  async #patiently(request: Request): Promise<Exchange> {
    const left = this.run.v3.left.get(credentialOf(request)) ?? 0;
    const exchange = await this.#exchange(request);
    const { status, headers } = exchange.response;
    if (status !== 429 || this.run.client.isBursting) return exchange;
    const isOurs = request.operation.surface !== "v3" && this.can("reset");
    if (isOurs) this.holds("RATE-1", exchange, false, "the status 429", "service within the rate");
    else if (left > 0 && this.can("reset"))
      this.holds(
        "RATE-7",
        exchange,
        false,
        `the status 429 with ${left} requests left`,
        "service while requests are left",
      );
    else this.observe("refused for its rate, though it kept the pace", request.operation.id);
    const wait = Number(headers["retry-after"] ?? 60);
    await this.advanceTo(this.now() + (Number.isFinite(wait) ? wait : 60) * 1000);
    const again = await this.#exchange(request);
    // A refusal for the rate says nothing of what the proof is about.
    if (again.response.status === 429)
      throw new Untestable(`${request.method} ${request.operation.path} answers 429 twice`);
    return again;
  }

  async #send(request: Request): Promise<Exchange> {
    this.run.spend();
    try {
      const exchange = await this.run.client.send(request);
      this.run.record(exchange);
      return exchange;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const found = `no answer (${error.message})`;
      const where = `${request.method} ${request.operation.path}`;
      this.journal.write({ kind: "judged", ids: ["ENV-7"] });
      this.journal.write({ kind: "finding", requirement: "ENV-7", pointer: "", found, expected: "an answer", where });
      throw new Untestable(`${where} gives ${found}`);
    }
  }

  /** A surface that answers the right request and one without a token alike is not live. */
  async #seeWhetherLive({ request, response: { status } }: Exchange): Promise<void> {
    const { v3 } = this.run;
    if (v3.isLive === undefined && notLive.has(status)) {
      const bare = request.headers.filter(([name]) => name !== "Authorization");
      const other = await this.#send({ ...request, headers: bare });
      v3.isLive = other.response.status !== status;
      if (v3.isLive) this.#judge(other);
    }
    v3.isLive ??= true;
    if (!v3.isLive)
      throw new NotApplicable(`the v3 surface answers ${status} alike to every call, as one that is not live`);
  }

  /** A request identifier is of one request. */
  #seeRequestId(exchange: Exchange): void {
    const id = exchange.request.operation.surface === "v3" && exchange.response.headers["x-request-id"];
    if (!id) return;
    const { requestIds } = this.run.v3;
    this.holds("RES-13", exchange, !requestIds.has(id), `the X-Request-Id ${id} for two requests`, "another for each");
    requestIds.add(id);
  }

  /** An allowance that is used up is waited for, as a client must. */
  async #respectAllowance(): Promise<void> {
    const { v3 } = this.run;
    if (v3.spentUntil !== undefined && !this.run.client.isBursting) await this.advanceTo(v3.spentUntil);
    delete v3.spentUntil;
  }

  /** Asks without keeping the pace; only proofs that may burst do so. */
  burst<T>(ask: () => Promise<T>): Promise<T> {
    return this.run.client.unpaced(ask);
  }

  /** Writes down whether a requirement holds here. */
  holds(requirement: string, exchange: Exchange, isSo: boolean, found: string, expected: string, pointer = ""): void {
    this.journal.write({ kind: "judged", ids: [requirement] });
    if (!isSo) this.#find({ requirement, pointer, found, expected, exchange });
  }

  /** Writes down whether a requirement holds where no exchange of ours shows it, such as of a webhook. */
  notes(
    requirement: string,
    isSo: boolean,
    found: string,
    expected: string,
    { pointer = "", arrival }: { pointer?: string; arrival?: Arrival | undefined } = {},
  ): void {
    this.journal.write({ kind: "judged", ids: [requirement] });
    if (isSo) return;
    if (arrival) this.run.recordArrival(arrival);
    const shown = arrival ? { exchange: arrival.id, where: `${arrival.method} ${arrival.path}` } : {};
    this.journal.write({ kind: "finding", requirement, pointer, found, expected, ...shown, ...this.#exampled() });
  }

  #find({ exchange, ...finding }: ExchangeFinding): void {
    const { request, response, id } = exchange;
    const where = `${request.method} ${request.operation.path} (${response.status})`;
    const curl = curlLine(request, this.target.credentials);
    this.journal.write({ kind: "finding", ...finding, exchange: id, where, curl, ...this.#exampled() });
  }

  #exampled(): { example?: Example } {
    return this.#example ? { example: this.#example() } : {};
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
    throw new Untestable(
      `${method} ${operation.path} answers ${exchange.response.status}, expected ${statuses.join(" or ")}`,
    );
  }

  /** Writes down what was seen where the specification is silent. */
  observe(topic: string, value: unknown): void {
    this.journal.write({ kind: "observation", topic, value });
  }

  /** Writes down that a row of the install machine was taken, and after which. */
  takes(id: string, after: string | null): void {
    this.journal.write({ kind: "transition", id, after });
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.run.session.timer.now();
  }

  /** Lets the target's clock come to a time; keeping the pace may have moved it further already. */
  async advanceTo(time: number): Promise<void> {
    const left = time - this.now();
    if (left > 0) await this.run.client.uninterrupted(this.run.session.timer.wait(left));
  }
}

export function operationCalled(id: string): Operation {
  const operation = loadOperations().find((one) => one.id === id);
  if (!operation) throw new HarnessError(`there is no operation ${id}`);
  return operation;
}

/** The body of an answer as JSON; undefined where it is none. */
export const json = ({ response }: Exchange): unknown => parseJson(response.body);
