import type { Server, Socket } from "node:net";

/** The interval at which this process is seen to read what arrives, in milliseconds. */
const lookEvery = 25;

/** A server's connections that are not accepted yet: the last time that there was none, and whether one was accepted since the last look. */
interface Queue {
  emptyAt: number;
  hasAccepted: boolean;
}

/** A connection: before when its next request was not sent, and when the last one was read. */
interface Connection {
  earliest: number;
  readAt: number | undefined;
}

/**
 * Knows before when a request was not sent. A busy process reads late, and accepts a single connection in each turn of its event loop, so that requests that
 * came together are read one after the other, and requests that came one after the other are read together.
 */
export class Arrivals {
  readonly #now: () => number;
  readonly #queues = new Set<Queue>();
  readonly #connections = new Map<string, Connection>();
  readonly #timer: NodeJS.Timeout;
  readonly #began: number;
  /** Everything that had arrived then on connections that were accepted has been read. */
  #readAll: number;

  constructor(now = () => Date.now()) {
    this.#now = now;
    this.#began = now();
    this.#readAll = this.#began;
    this.#timer = setInterval(() => {
      const at = now();
      // Everything that waits now is read before this is called.
      setImmediate(() => this.#look(at));
    }, lookEvery).unref();
  }

  /** Watches the connections of a server. */
  watch(server: Server): void {
    const queue: Queue = { emptyAt: this.#now(), hasAccepted: false };
    this.#queues.add(queue);
    server.on("connection", (socket: Socket) => {
      const name = nameOf(socket);
      this.#connections.set(name, { earliest: queue.emptyAt, readAt: undefined });
      socket.once("close", () => this.#connections.delete(name));
      queue.hasAccepted = true;
      setImmediate(() => this.#lookNext(queue));
    });
  }

  /** Before when the request that was just read was not sent. */
  earliest(socket: Socket): number {
    const connection = this.#connections.get(nameOf(socket));
    if (!connection) return this.#began;
    // A request that was read in the millisecond of the one before may have come with it.
    if (connection.readAt !== undefined && this.#readAll > connection.readAt) connection.earliest = this.#readAll;
    connection.readAt = this.#now();
    return connection.earliest;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(at: number): void {
    this.#readAll = at;
    for (const queue of this.#queues) {
      if (!queue.hasAccepted) queue.emptyAt = at;
      queue.hasAccepted = false;
    }
  }

  /** After a connection was accepted, the next turn shows whether another one waits. */
  #lookNext(queue: Queue): void {
    const at = this.#now();
    queue.hasAccepted = false;
    setImmediate(() => {
      if (!queue.hasAccepted) queue.emptyAt = at;
    });
  }
}

/** The ends of a connection, which are the same below TLS and above it. */
const nameOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;
