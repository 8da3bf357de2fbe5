import { Untestable } from "../../../base/errors.ts";
import type { Client } from "../../../harness/client.ts";
import type { Request } from "../../../harness/exchange.ts";

/** Which parts of a provider are still there: one that is gone breaks no promise, and nothing more can be judged of it. */
export class ProviderPresence {
  readonly #client: Client;
  readonly #gone = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Whether any part of the provider is gone. */
  get isLost(): boolean {
    return this.#gone.size > 0;
  }

  /** Why nobody can be asked at an address; undefined where somebody may. */
  whyGone(url: string): string | undefined {
    return this.#gone.get(new URL(url).origin);
  }

  /** Refuses a request to an origin that is gone. */
  require({ url }: Request): void {
    const why = this.whyGone(url);
    if (why) throw new Untestable(why);
  }

  /** Looks whether a provider that did not answer a request is still there; answers what to say where it is not. */
  async lookAfter(request: Request, reason: string): Promise<string | undefined> {
    if (await this.#client.isAnswered(request)) return undefined;
    const { origin } = new URL(request.url);
    const why = `the provider is gone: nobody answers at ${origin} any more (${reason}), since ${request.method} ${request.operation.path}`;
    this.#gone.set(origin, why);
    return why;
  }
}
