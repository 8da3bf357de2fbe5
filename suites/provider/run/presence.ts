import { Untestable } from "../../../base/errors.ts";
import type { Client } from "../../../harness/client.ts";

/** What was asked when nobody answered, and why nobody did. */
export interface Silence {
  url: string;
  /** The call in words. */
  what: string;
  reason: string;
}

/** Which parts of a provider are still there: one that is gone breaks no promise, and nothing more can be judged of it. */
export class ProviderPresence {
  readonly #client: Client;
  readonly #parts: ReadonlySet<string>;
  readonly #gone = new Map<string, string>();

  /** The parts are the addresses of the provider, those of its control protocol included. */
  constructor(client: Client, parts: readonly string[]) {
    this.#client = client;
    this.#parts = new Set(parts.map(originOf));
  }

  /** Whether any part of the provider is gone. */
  get isLost(): boolean {
    return this.#gone.size > 0;
  }

  /** Why nobody can be asked at an address; undefined where somebody may. */
  whyGone(url: string): string | undefined {
    return this.#gone.get(originOf(url));
  }

  /** Refuses a request to an origin that is gone. */
  require({ url }: { url: string }): void {
    const why = this.whyGone(url);
    if (why) throw new Untestable(why);
  }

  /** Looks whether a provider that did not answer is still there; answers what to say where it is not, of all its parts at once. */
  async lookAfter({ url, what, reason }: Silence): Promise<string | undefined> {
    const origin = originOf(url);
    const known = this.#gone.get(origin);
    if (known || (await this.#client.isAnswered(origin))) return known;
    const others = [...this.#parts].filter((part) => part !== origin && !this.#gone.has(part));
    const answered = await Promise.all(others.map((part) => this.#client.isAnswered(part)));
    const lost = [origin, ...others.filter((_, index) => !answered[index])];
    const why = `the provider is gone: nobody answers at ${lost.join(", ").replace(/, ([^,]*)$/, " or $1")} any more (${reason}), since ${what}`;
    for (const part of lost) this.#gone.set(part, why);
    return why;
  }
}

const originOf = (url: string): string => new URL(url).origin;
