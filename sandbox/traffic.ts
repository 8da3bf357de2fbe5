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

/** How many requests are remembered; the oldest are forgotten first. */
const most = 100_000;

/** Remembers everything that was received, in order, by wall time. */
export class Traffic {
  #requests: Received[] = [];
  #count = 0;

  note(request: Omit<Received, "n" | "at" | "status" | "body">): Received {
    const received: Received = { n: ++this.#count, at: new Date().toISOString(), ...request, body: "", status: null };
    this.#requests.push(received);
    if (this.#requests.length > most * 1.1) this.#requests = this.#requests.slice(-most);
    return received;
  }

  after(n: number): Received[] {
    return this.#requests.filter((request) => request.n > n);
  }

  clear(): void {
    this.#requests = [];
  }
}
