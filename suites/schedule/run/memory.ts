import { fieldsOf, isRecord } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { jsonBody } from "../../../harness/json-body.ts";

/** One answer, read once for whoever asks of it. */
export interface RememberedRead {
  exchange: Exchange;
  /** When it was, on the target's clock. */
  at: number;
  /** `data` of a successful answer. */
  data: unknown;
  /** `data` of a successful answer, where it is a list of objects. */
  items: Item[] | undefined;
  meta: Record<string, unknown>;
}

/** Finds what a request was answered last. */
export type Lookup = (request: Request) => RememberedRead | undefined;

/** Which read a request is: two with the same words to the same address in the same name are one. */
export function keyOf(request: Request): string {
  const { method, url, headers, body = "" } = request;
  const known = keys.get(request);
  if (known !== undefined) return known;
  const key = [method, url, headers.find(([name]) => name === "Authorization")?.[1] ?? "", body].join("\n");
  keys.set(request, key);
  return key;
}

const keys = new WeakMap<Request, string>();

/** How many letters of answers are remembered: hundreds of times what a run reads of a target that sends what it should. */
const mostLetters = 24_000_000;

/** What a run has read, whichever proof asked for it, since something was last written: every relation is fed from here. */
export class Memory {
  readonly #readings = new Map<string, RememberedRead>();
  #size = 0;

  /** Keeps what a read was answered; what was read before a write may hold no more. */
  learnFrom(exchange: Exchange, at: number): void {
    const { request, response } = exchange;
    if (request.method !== "GET") {
      if (response.status < 300) this.forget();
    } else if (response.status !== 429) this.#keep(keyOf(request), readingOf(exchange, at));
  }

  /** Keeps a reading; where there is too much, the oldest ones go, and are asked for again by whoever needs them. */
  #keep(key: string, reading: RememberedRead): void {
    this.#drop(key);
    this.#readings.set(key, reading);
    this.#size += reading.exchange.response.body.length;
    for (const oldest of this.#readings.keys()) {
      if (this.#size <= mostLetters || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#readings.get(key)?.exchange.response.body.length ?? 0;
    this.#readings.delete(key);
  }

  readonly lookup: Lookup = (request) => this.#readings.get(keyOf(request));

  forget(): void {
    this.#readings.clear();
    this.#size = 0;
  }
}

function readingOf(exchange: Exchange, at: number): RememberedRead {
  const { data, meta } = fieldsOf(jsonBody(exchange.response));
  const served = exchange.response.status === 200 ? data : undefined;
  return {
    exchange,
    at,
    data: served,
    items: Array.isArray(served) && served.every(isRecord) ? served : undefined,
    meta: fieldsOf(meta),
  };
}
