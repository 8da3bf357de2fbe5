import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The traits of a network: how long one way takes and by how much that varies, in milliseconds, and which connections are lost. */
export interface Weather {
  latency: number;
  jitter: number;
  /** One in so many connections is lost before its answer has come; none for 0. */
  losesOneIn: number;
}

/** A proxy that makes a connection behave as over a network, and how to close it. */
export interface ShapingProxy {
  port: number;
  close(): void;
}

/** Passes bytes on, each after its time, in their order. */
function passOn(from: Socket, to: Socket, delay: () => number): void {
  let before: Promise<unknown> = Promise.resolve();
  // Timers that end at the same time need not end in the order in which they began.
  const later = (act: () => void) => {
    before = Promise.all([before, sleep(Math.max(0, delay()))]).then(act);
  };
  from.on("data", (bytes) => later(() => !to.destroyed && to.write(bytes)));
  from.on("end", () => later(() => to.end()));
  from.on("error", () => to.destroy());
  from.on("close", () => later(() => to.destroy()));
}

/** Starts a proxy before a port; the same weather comes in the same order each time. */
export async function startShapingProxy(target: number, weather: Weather): Promise<ShapingProxy> {
  const sockets = new Set<Socket>();
  let count = 0;
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const delay = () => weather.latency + (random() - 0.5) * 2 * weather.jitter;
  const server = createServer((near) => {
    count++;
    const isLost = weather.losesOneIn > 0 && count % weather.losesOneIn === 0;
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    passOn(near, far, delay);
    if (!isLost) passOn(far, near, delay);
    else {
      far.once("data", () => near.resetAndDestroy());
      far.on("error", () => undefined);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
