import { readFileSync } from "node:fs";
import type { Dispatcher } from "undici";
import { Untestable } from "../../base/errors.ts";
import { describeBytes } from "../../base/text/wording.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { type Bounds, megabytes, usualBounds } from "../bounds.ts";
import type { Exchange, Header, Request, Response } from "../exchange.ts";
import { profileError } from "../profiles/profile-error.ts";
import type { Target } from "../target.ts";
import { createPace, type Pace, wallTimer } from "../time/pace.ts";
import { type Patience, patienceOf } from "../time/patience.ts";
import { ask } from "./ask.ts";
import { decodeBody } from "./decode-body.ts";
import { cannotReach, explainFailure } from "./failure-reason.ts";
import { createDispatcher } from "./proxies.ts";
import { BrokenBody } from "./read-body.ts";

/** How a client behaves; the defaults are for real providers. */
export interface ClientOptions {
  /** Stops every request and every wait of the client. */
  interruption?: AbortSignal;
  bounds?: Bounds;
  /** The time that an answer may take; as the bounds say if left out. */
  patience?: Patience;
}

/** The maximum length of an address that is sent: a cursor or a name from the target may have megabytes, and servers take some kilobytes. */
const maxAddress = 64_000;

/** How often, and after how many milliseconds, someone is looked for who does not answer: two seconds are enough to start a process again. */
const restartAttempts = 5;
const restartPause = 400;

/** The provider closed the connection, kept silent, or sent what is no whole answer. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** True if there was no whole answer in time. */
  readonly isLate: boolean;
  /** The actual response, in words. */
  readonly found: string;

  constructor(error: unknown) {
    const { cause } = error as { cause?: unknown };
    const why = error instanceof BrokenBody ? cause : error;
    super(explainFailure(why));
    this.isLate = isTimeout(why);
    this.found =
      error instanceof BrokenBody && error.size > 0
        ? `an answer that ${this.isLate ? "does not end" : "breaks off"} after ${describeBytes(error.size)} (${this.message})`
        : `no answer (${this.message})`;
  }
}

const isTimeout = (error: unknown): boolean => (error as Error).name === "TimeoutError";

/** Talks to a target at its pace and counts every exchange. */
export class Client {
  sent = 0;
  readonly #pace: Pace;
  /** Keeps connections, which the target may close just when they are used again: for reads, which can be repeated. */
  readonly #keeping: Dispatcher;
  /** Opens a connection for each request: for writes, and for reads that are repeated. */
  readonly #opening: Dispatcher;
  /** Sends writes, which cannot be repeated should the target close a connection just then. */
  readonly #writing: Dispatcher;
  readonly #isHere: boolean;
  readonly #patience: Patience;
  readonly #maxBytes: number;
  /** The time that requests waited for their turn, in milliseconds. */
  waited = 0;
  /** A read that was answered, by the origin that answered it: to be repeated where someone seems to be gone. */
  readonly #answered = new Map<string, Request>();
  #interruption: AbortSignal;
  #isPaced = true;

  constructor(
    target: Target,
    { interruption = new AbortController().signal, bounds = usualBounds, patience }: ClientOptions = {},
  ) {
    this.#interruption = interruption;
    this.#patience = patience ?? patienceOf(bounds.answer_s);
    this.#maxBytes = megabytes(bounds.body_mb);
    this.#pace = createPace(target.pace, target.timer);
    const tls = target.caFile ? { ca: readFileSync(target.caFile) } : {};
    this.#keeping = createDispatcher(tls);
    this.#opening = createDispatcher(tls, { pipelining: 0 });
    this.#isHere = target.isHere ?? false;
    this.#writing = this.#isHere ? this.#keeping : this.#opening;
  }

  /** Goes on after an interruption, until another signal interrupts it. */
  outlive(signal: AbortSignal): void {
    this.#interruption = signal;
  }

  get isBursting(): boolean {
    return !this.#isPaced;
  }

  /** Does something without keeping the pace. */
  async unpaced<T>(burst: () => Promise<T>): Promise<T> {
    this.#isPaced = false;
    try {
      return await burst();
    } finally {
      this.#isPaced = true;
    }
  }

  /** Sends a request when its turn has come; what was asked for before an interruption ends with it, whatever outlives that. */
  async send(request: Request, interruption = this.#interruption): Promise<Exchange> {
    const { length } = request.url;
    if (length > maxAddress)
      throw new Untestable(
        `${request.method} ${request.operation.path} is not sent: its address has ${length} characters, the maximum is ${maxAddress}`,
      );
    const asked = performance.now();
    if (this.#isPaced) await unlessAborted(interruption, this.#pace.turn());
    const at = new Date().toISOString();
    const began = performance.now();
    this.waited += began - asked;
    const response = await this.#answer(request, interruption);
    const took = Math.round(performance.now() - began);
    if (this.#isPaced) this.#pace.answered();
    if (request.method === "GET") this.#answered.set(new URL(request.url).origin, request);
    return { id: `e-${++this.sent}`, at, took, request, response };
  }

  /** True if someone answers at an origin, whatever it is; a process that is being started again is waited for. */
  async isAnswered(origin: string): Promise<boolean> {
    const interruption = this.#interruption;
    const read = this.#answered.get(origin) ?? { method: "GET", url: `${origin}/`, headers: [] };
    for (let attempt = 1; attempt <= restartAttempts; attempt++) {
      try {
        await this.#ask(read, interruption, this.#opening);
        this.sent++;
        return true;
      } catch (error) {
        if (interruption.aborted) throw error;
        if (new NoAnswer(error).isLate) return false;
      }
      await unlessAborted(interruption, wallTimer.wait(restartPause));
    }
    return false;
  }

  /** Lets go of every connection; anyone who still waits for an answer waits no longer. */
  async close(): Promise<void> {
    await Promise.all([this.#keeping.destroy(), this.#opening.destroy()]);
  }

  async #answer(request: Request, interruption: AbortSignal): Promise<Response> {
    try {
      return await this.#ask(request, interruption, request.method === "GET" ? this.#keeping : this.#writing);
    } catch (error) {
      if (interruption.aborted) throw error;
      const { address } = request.operation;
      if (this.sent === 0) throw profileError(`urls.${address}`, cannotReach(request.url, new NoAnswer(error).message));
      const failure = new NoAnswer(error);
      // The target may close a kept connection just when it is used again; a read can be repeated.
      if (request.method !== "GET" || failure.isLate) throw failure;
      return this.#ask(request, interruption, this.#opening).catch((again: unknown) => {
        if (interruption.aborted) throw again;
        throw new NoAnswer(again);
      });
    }
  }

  /** Sends a request, and reads the answer as far as it may go. */
  async #ask(
    request: Pick<Request, "method" | "url" | "headers" | "body">,
    interruption: AbortSignal,
    agent: Dispatcher,
  ): Promise<Response> {
    const asked = {
      ...request,
      headers: [...request.headers, ...plainAnswer],
      // Anyone who is in this process reads every body.
      keepsConnection: this.#isHere,
    };
    const bounds = { signals: [this.#patience(), interruption], maxBytes: this.#maxBytes };
    const answer = await ask(agent, asked, bounds);
    const headers = lastOfEach(answer.headers);
    const { text: body, flaw } = decodeBody(answer.bytes, headers, this.#maxBytes);
    const found = answer.isWhole ? flaw : `a body of more than ${describeBytes(this.#maxBytes)}`;
    return { status: answer.status, headers, body, ...(found ? { flaw: found } : {}) };
  }
}

/** Asks for responses that are not compressed; those that are all the same are decoded. */
const plainAnswer: Header[] = [["Accept-Encoding", "identity"]];

const lastOfEach = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().at(-1) ?? ""]));
