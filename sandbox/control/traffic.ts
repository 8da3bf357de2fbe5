/** One request that was received, as the control protocol tells of it. */
export interface Received {
  n: number;
  at: string;
  surface: string;
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  status: number | null;
}

/** The same as it is remembered: as it came, because most of it is never told. */
export interface Remembered extends Omit<Received, "at" | "headers"> {
  time: number;
  rawHeaders: readonly string[];
}

/** How many requests are remembered; the oldest are forgotten first. */
const most = 100_000;

/** How many characters they have in all: hundreds for each on average, and few enough to be told in one answer. */
const mostText = 64_000_000;

/** Remembers what was received, in order, by wall time. */
export class Traffic {
  #requests: Remembered[] = [];
  #count = 0;
  #text = 0;

  note({
    surface,
    method,
    url,
    rawHeaders,
  }: Pick<Remembered, "surface" | "method" | "url" | "rawHeaders">): Remembered {
    const received: Remembered = {
      n: ++this.#count,
      time: Date.now(),
      surface,
      method,
      url,
      rawHeaders,
      body: "",
      status: null,
    };
    this.#requests.push(received);
    this.#grow(lengthOf(received));
    return received;
  }

  /** Adds a body once it has come. */
  add(received: Remembered, body: string): void {
    received.body = body;
    this.#grow(body.length);
  }

  after(n: number): Received[] {
    return this.#requests.filter((request) => request.n > n).map(tell);
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
      for (const one of forgotten) this.#text -= lengthOf(one);
    }
  }
}

function lengthOf({ url, rawHeaders, body }: Remembered): number {
  let length = url.length + body.length;
  for (const text of rawHeaders) length += text.length;
  return length;
}

const tell = ({ n, time, surface, method, url, rawHeaders, body, status }: Remembered): Received => ({
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
});
