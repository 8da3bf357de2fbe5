import type { Exchange, Request } from "../../../harness/exchange.ts";
import { authorizationIn } from "../../model/tokens.ts";

/** One response, and when it came, on the target's clock. */
interface RememberedRead {
  exchange: Exchange;
  at: number;
}

/** Which read a request is: two with the same words to the same address in the same name are one. */
const keyOf = (request: Request): string =>
  [request.method, request.url, authorizationIn(request), request.body].join("\n");

/** The number of characters of responses that are remembered: hundreds of times what a run reads of a target that sends what it should. */
const maxCharacters = 24_000_000;

/** Reads of a run, whichever driver asked for them, since something was last written. */
export class Memory {
  readonly #readings = new Map<string, RememberedRead>();
  #size = 0;

  /** Keeps what a read was answered; what was read before a write may hold no more. */
  learnFrom(exchange: Exchange, at: number): void {
    const { request, response } = exchange;
    if (request.method !== "GET") {
      if (response.status < 300) this.forget();
    } else if (response.status !== 429) this.#keep(keyOf(request), { exchange, at });
  }

  /** Keeps a reading; where there is too much, the oldest ones go. */
  #keep(key: string, reading: RememberedRead): void {
    this.#drop(key);
    this.#readings.set(key, reading);
    this.#size += reading.exchange.response.body.length;
    for (const oldest of this.#readings.keys()) {
      if (this.#size <= maxCharacters || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#readings.get(key)?.exchange.response.body.length ?? 0;
    this.#readings.delete(key);
  }

  lookup(request: Request): RememberedRead | undefined {
    return this.#readings.get(keyOf(request));
  }

  forget(): void {
    this.#readings.clear();
    this.#size = 0;
  }
}
