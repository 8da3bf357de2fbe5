import type { ServedSurface } from "../call/call.ts";
import { type Sender, type Share, Shares } from "./shares.ts";

/** One received request, as the control protocol shows it. */
export interface ReceivedRequest {
  n: number;
  at: string;
  /** Before when it was not sent: a busy process reads it later than it came. */
  earliest?: string;
  surface: ServedSurface;
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  status: number | null;
  /** The version of TLS that it came by, where it did. */
  tls?: string;
}

/** The same as it is remembered: unprocessed, because most requests are never shown. */
export interface RememberedRequest extends Omit<ReceivedRequest, "at" | "earliest" | "headers"> {
  time: number;
  earliest?: number;
  sender: Sender;
  rawHeaders: readonly string[];
  /** Why it was refused, where it was; only a log shows it. */
  why?: string;
}

/** The maximum of characters that are remembered: few enough for one answer. The oldest requests of a sender are forgotten first. */
const limits = { all: 64_000_000, credential: 32_000_000, connection: 16_000_000 };

/** The size of a request besides its text, so that at most 100,000 are remembered. */
const overhead = 640;

/** The part of a share that is left once something was forgotten: forgetting a tenth at a time costs next to nothing. */
const rest = 0.9;

/** Remembers the requests that were received, in order, by wall time. */
export class Traffic {
  readonly #requests = new Set<RememberedRequest>();
  readonly #shares = new Shares(limits);
  readonly #now: () => number;
  #count = 0;

  constructor(now = () => Date.now()) {
    this.#now = now;
  }

  note(
    head: Pick<RememberedRequest, "surface" | "method" | "url" | "rawHeaders" | "earliest" | "sender" | "tls">,
  ): RememberedRequest {
    const { surface, method, url, rawHeaders, earliest, sender, tls } = head;
    const received: RememberedRequest = {
      n: ++this.#count,
      time: this.#now(),
      surface,
      method,
      url,
      sender,
      rawHeaders,
      body: "",
      status: null,
      ...(earliest === undefined ? {} : { earliest }),
      ...(tls ? { tls } : {}),
    };
    this.#requests.add(received);
    this.#grow(sender, lengthOf(received));
    return received;
  }

  /** Adds the body of a request once it has arrived, and the fields behind it; they are not counted for a request that is forgotten already. */
  add(received: RememberedRequest, body: string, rawTrailers: readonly string[] = []): void {
    const before = lengthOf(received);
    received.body = body;
    if (rawTrailers.length > 0) received.rawHeaders = [...received.rawHeaders, ...rawTrailers];
    if (this.#requests.has(received)) this.#grow(received.sender, lengthOf(received) - before);
  }

  /** The number of the latest request, whether it is remembered or not. */
  get last(): number {
    return this.#count;
  }

  /** The requests after a number. */
  after(n: number): ReceivedRequest[] {
    return [...this.#requests].filter((request) => request.n > n).map(show);
  }

  clear(): void {
    this.#requests.clear();
    this.#shares.clear();
  }

  #grow(sender: Sender, by: number): void {
    this.#shares.add(sender, by);
    for (const share of this.#shares.exceeded(sender)) this.#forget(share, sender);
  }

  /** Forgets the oldest requests of a share. */
  #forget(share: Share, sender: Sender): void {
    for (const request of this.#requests) {
      if (!this.#shares.fills(share, sender, rest)) return;
      if (share !== "all" && request.sender[share] !== sender[share]) continue;
      this.#requests.delete(request);
      this.#shares.add(request.sender, -lengthOf(request));
    }
  }
}

function lengthOf({ url, rawHeaders, body }: RememberedRequest): number {
  let length = overhead + url.length + body.length;
  for (const text of rawHeaders) length += text.length;
  return length;
}

/** The headers of a request, as they were written. */
export const headersOf = ({ rawHeaders }: Pick<RememberedRequest, "rawHeaders">): [name: string, value: string][] =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );

const show = ({
  time,
  earliest,
  rawHeaders,
  n,
  surface,
  method,
  url,
  body,
  status,
  tls,
}: RememberedRequest): ReceivedRequest => ({
  n,
  at: new Date(time).toISOString(),
  ...(earliest === undefined ? {} : { earliest: new Date(earliest).toISOString() }),
  surface,
  method,
  url,
  headers: headersOf({ rawHeaders }),
  body,
  status,
  ...(tls ? { tls } : {}),
});
