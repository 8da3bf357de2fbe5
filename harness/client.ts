import { readFileSync } from "node:fs";
import { Agent, request as send } from "undici";
import { UsageError } from "../specs/blame.ts";
import { reasonOf } from "./control.ts";
import type { Exchange, Request, Response } from "./exchange.ts";
import { createPace, type Pace } from "./pace.ts";
import type { Target } from "./target.ts";

/** How long an answer may take before the request is given up; the specification names no time. */
const patience = 30_000;

/** Talks to a provider at its pace and keeps every exchange. */
export class Client {
  readonly exchanges: Exchange[] = [];
  readonly #pace: Pace;
  readonly #agent: Agent;

  readonly #interruption: AbortSignal;
  #isPaced = true;

  constructor(target: Target, interruption: AbortSignal = new AbortController().signal) {
    this.#interruption = interruption;
    this.#pace = createPace(target.pace, target.timer);
    this.#agent = new Agent(target.caFile ? { connect: { ca: readFileSync(target.caFile) } } : {});
  }

  /** Sends without keeping the pace, for as long as something takes. */
  async unpaced<T>(act: () => Promise<T>): Promise<T> {
    this.#isPaced = false;
    try {
      return await act();
    } finally {
      this.#isPaced = true;
    }
  }

  async send(request: Request): Promise<Exchange> {
    if (this.#isPaced) await this.#pace.turn();
    const at = new Date().toISOString();
    const response = await this.#answer(request);
    const exchange = { id: `e-${this.exchanges.length + 1}`, at, request, response };
    this.exchanges.push(exchange);
    return exchange;
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #answer(request: Request): Promise<Response> {
    try {
      const answer = await send(request.url, {
        dispatcher: this.#agent,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ?? null,
        signal: AbortSignal.any([AbortSignal.timeout(patience), this.#interruption]),
      });
      return { status: answer.statusCode, headers: lastOfEach(answer.headers), body: await answer.body.text() };
    } catch (error) {
      const address = request.operation.address;
      if (this.exchanges.length > 0 || this.#interruption.aborted) throw error;
      throw new UsageError(
        `urls.${address}: cannot reach ${new URL(request.url).origin} (${reasonOf(error)}); start the provider, or mend the address`,
      );
    }
  }
}

const lastOfEach = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().at(-1) ?? ""]));
