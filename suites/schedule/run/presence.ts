import { Untestable } from "../../../base/errors.ts";
import type { Bounds } from "../../../harness/bounds.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Client } from "../../../harness/http/client.ts";

/** The last request without an answer, and why none came. */
export interface Silence {
  url: string;
  /** The call in words. */
  what: string;
  reason: string;
  /** True if the provider may do without what answers there: the preview surface need not exist yet. */
  isOptional?: boolean;
}

/** The number of times that an operation may stay without an answer in time before it is not asked again. */
const maxSilencesOfOperation = 2;

/** How much refusal for the rate, in a row, a provider is granted: a refusal after the wait weighs five, since it took a minute. */
const maxRefusal = 10;
export const refusalWeights = { "after the wait": 5, "without a wait": 2 };

/** Which parts of a provider are still there: one that is gone breaks no promise, and nothing more can be judged of it. */
export class ProviderPresence {
  readonly #client: Client;
  readonly #bounds: Bounds;
  readonly #parts: ReadonlySet<string>;
  readonly #gone = new Map<string, string>();
  /** The number of requests that were not answered in time, by origin and by operation. */
  readonly #silences = new Map<string, number>();
  /** The weight of refusals in a row, by origin. */
  readonly #refusals = new Map<string, number>();

  /** The parts are the addresses of the provider, those of its control protocol included. */
  constructor(client: Client, parts: readonly string[], bounds: Bounds) {
    this.#client = client;
    this.#parts = new Set(parts.map(originOf));
    this.#bounds = bounds;
  }

  #isLost = false;

  /** True if any part of the provider that a run cannot do without is gone. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Why no one can be asked at an address; undefined where someone may. */
  whyGone(url: string): string | undefined {
    return this.#gone.get(originOf(url));
  }

  /** Refuses a request to an origin that is gone, or to an operation that keeps silent. */
  require(request: Request): void {
    const why = this.whyGone(request.url);
    if (why) throw new Untestable(why);
    if ((this.#silences.get(request.operation.id) ?? 0) >= maxSilencesOfOperation)
      throw new Untestable(
        `${nameOf(request)} gave no whole answer within ${this.#bounds.answer_s} s, ${maxSilencesOfOperation} times, and is not asked again (bounds.answer_s)`,
      );
  }

  /** Looks whether a provider that did not answer is still there; returns what to say where it is not, of all its parts at once. */
  async lookAfter({ url, what, reason, isOptional }: Silence): Promise<string | undefined> {
    const origin = originOf(url);
    const known = this.#gone.get(origin);
    if (known || (await this.#client.isAnswered(origin))) return known;
    const others = [...this.#parts].filter((part) => part !== origin && !this.#gone.has(part));
    const answered = await Promise.all(others.map((part) => this.#client.isAnswered(part)));
    const lost = [origin, ...others.filter((_, index) => !answered[index])];
    const why = `the provider is gone: ${lost.join(", ").replace(/, ([^,]*)$/, " or $1")} no longer answers (${reason}), since ${what}`;
    for (const part of lost) this.#gone.set(part, why);
    this.#isLost ||= !isOptional || lost.length > 1;
    return why;
  }

  /** Notes that a request was not answered in time by a provider that is there; returns what to say where that was once too often. */
  noteSilence(request: Request): string | undefined {
    const origin = originOf(request.url);
    for (const key of [origin, request.operation.id]) this.#silences.set(key, (this.#silences.get(key) ?? 0) + 1);
    const { silences, answer_s } = this.#bounds;
    if ((this.#silences.get(origin) ?? 0) < silences) return undefined;
    const why = `the provider is given up: ${silences} requests to ${origin} had no whole answer within ${answer_s} s (bounds.silences, bounds.answer_s), the last ${nameOf(request)}`;
    this.#gone.set(origin, why);
    this.#isLost = true;
    return why;
  }

  /** Notes that a request was answered by something else than a refusal for its rate. */
  noteAnswer({ url }: Request): void {
    if (this.#refusals.size > 0) this.#refusals.delete(originOf(url));
  }

  /** Notes that a request was refused for its rate, after the wait too or with one that is too long; returns what to say where that was once too often. */
  noteRefusal({ url }: Request, how: string, weight: number): string | undefined {
    const origin = originOf(url);
    const refused = (this.#refusals.get(origin) ?? 0) + weight;
    this.#refusals.set(origin, refused);
    if (refused < maxRefusal || this.#gone.has(origin)) return undefined;
    const why = `the provider is given up: ${origin} answers nothing but 429; ${how}`;
    this.#gone.set(origin, why);
    this.#isLost = true;
    return why;
  }
}

const nameOf = ({ method, operation }: Request): string => `${method} ${operation.path}`;
const originOf = (url: string): string => new URL(url).origin;
