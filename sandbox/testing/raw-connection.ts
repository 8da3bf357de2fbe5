import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A connection on which any bytes can be sent. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(port: number, localAddress = "127.0.0.1") {
    this.#socket = connect({ port, host: "127.0.0.1", localAddress, allowHalfOpen: true, noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    // A server may reset a connection on which nonsense is sent; what counts is what it answered before.
    this.#socket.on("error", () => undefined);
    for (const end of ["end", "close"]) {
      this.#socket.on(end, () => {
        this.#isOver = true;
        this.#wake();
      });
    }
  }

  /** True if either side has ended it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends bytes; resolves when the system has taken them, or the connection is over. */
  write(bytes: string | Buffer): Promise<void> {
    return new Promise((done) => this.#socket.write(bytes, () => done()));
  }

  /** Stops sending, and still listens. */
  halfClose(): void {
    this.#socket.end();
  }

  /** Resets the connection. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  close(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  /** The next answer, other than 1xx; undefined when the connection ends without a whole one. */
  async next(isHead = false): Promise<RawAnswer | undefined> {
    for (;;) {
      const found = this.#take(isHead);
      if (found && found.status >= 200) return found;
      if (found) continue;
      if (this.#isOver) return undefined;
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  /** Everything that comes until the other side ends it. */
  async rest(): Promise<string> {
    while (!this.#isOver) await new Promise<void>((wake) => (this.#wake = wake));
    return this.#received.toString("latin1");
  }

  #take(isHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const [first = "", ...lines] = this.#received.toString("latin1", 0, end).split("\r\n");
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
    if (!status) throw new Error(`this is not an answer: ${first}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const size = isHead ? 0 : Number(headers["content-length"] ?? 0);
    if (this.#received.length < end + 4 + size) return undefined;
    const body = this.#received.toString("utf8", end + 4, end + 4 + size);
    this.#received = this.#received.subarray(end + 4 + size);
    return { status: Number(status), headers, body };
  }
}
