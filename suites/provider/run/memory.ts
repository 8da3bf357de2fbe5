import { fieldsOf, isRecord } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { jsonBody } from "../../../harness/json-body.ts";

/** One answer, read once for whoever asks of it. */
export interface RememberedRead {
  exchange: Exchange;
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

/** What a run has read, whichever proof asked for it, since something was last written: every relation is fed from here. */
export class Memory {
  readonly #readings = new Map<string, RememberedRead>();

  /** Keeps what a read was answered; what was read before a write may hold no more. */
  learnFrom(exchange: Exchange): void {
    const { request, response } = exchange;
    if (request.method !== "GET") {
      if (response.status < 300) this.forget();
    } else if (response.status !== 429) this.#readings.set(keyOf(request), readingOf(exchange));
  }

  readonly lookup: Lookup = (request) => this.#readings.get(keyOf(request));

  forget(): void {
    this.#readings.clear();
  }
}

export function readingOf(exchange: Exchange): RememberedRead {
  const { data, meta } = fieldsOf(jsonBody(exchange.response));
  const served = exchange.response.status === 200 ? data : undefined;
  return {
    exchange,
    data: served,
    items: Array.isArray(served) && served.every(isRecord) ? served : undefined,
    meta: fieldsOf(meta),
  };
}
