/** One received request, as the control protocol shows it. */
export interface ReceivedRequest {
  n: number;
  at: string;
  surface: string;
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  status: number | null;
  /** The version of TLS that it came by, where it did. */
  tls?: string;
}

/** The same as it is remembered: unprocessed, because most requests are never shown. */
export interface RememberedRequest extends Omit<ReceivedRequest, "at" | "headers"> {
  time: number;
  rawHeaders: readonly string[];
  /** Why it was refused, where it was; only a log shows it. */
  why?: string;
}

/** How many requests are remembered; the oldest are forgotten first. */
const most = 100_000;

/** How many characters they may have in total: hundreds for each on average, and few enough for one answer. */
const mostText = 64_000_000;

/** Remembers the requests that were received, in order, by wall time. */
export class Traffic {
  #requests: RememberedRequest[] = [];
  #count = 0;
  #text = 0;

  note(head: Pick<RememberedRequest, "surface" | "method" | "url" | "rawHeaders" | "tls">): RememberedRequest {
    const { surface, method, url, rawHeaders, tls } = head;
    const received: RememberedRequest = {
      n: ++this.#count,
      time: Date.now(),
      surface,
      method,
      url,
      rawHeaders,
      body: "",
      status: null,
      ...(tls ? { tls } : {}),
    };
    this.#requests.push(received);
    this.#grow(lengthOf(received));
    return received;
  }

  /** Adds the body of a request once it has arrived. */
  add(received: RememberedRequest, body: string): void {
    received.body = body;
    this.#grow(body.length);
  }

  /** The requests after a number. */
  after(n: number): ReceivedRequest[] {
    return this.#requests.filter((request) => request.n > n).map(show);
  }

  clear(): void {
    this.#requests = [];
    this.#text = 0;
  }

  /** Forgets a tenth at a time, so that forgetting costs next to nothing. */
  #grow(by: number): void {
    this.#text += by;
    while (this.#requests.length > most * 1.1 || this.#text > mostText) {
      const forgotten = this.#requests.splice(0, Math.ceil(this.#requests.length / 11));
      for (const request of forgotten) this.#text -= lengthOf(request);
    }
  }
}

function lengthOf({ url, rawHeaders, body }: RememberedRequest): number {
  let length = url.length + body.length;
  for (const text of rawHeaders) length += text.length;
  return length;
}

const show = ({
  time,
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
  surface,
  method,
  url,
  headers: rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  ),
  body,
  status,
  ...(tls ? { tls } : {}),
});
