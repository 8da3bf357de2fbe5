import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { steadyNow } from "../../../base/steady-now.ts";
import { stall } from "../../../harness/testing/stall.ts";
import { Arrivals } from "./arrivals.ts";

/** A request as its receiver knows it: what it asked for, and when it was read. */
interface Read {
  asked: number;
  at: number;
  earliest: number;
}

/** A server that notes what it reads, and its port. */
async function receiver(): Promise<{ read: Read[]; port: number }> {
  const arrivals = new Arrivals(steadyNow);
  const read: Read[] = [];
  const server = createServer(({ url, socket }, response) => {
    read.push({ asked: Number(url?.slice(1)), at: steadyNow(), earliest: arrivals.earliest(socket) });
    response.end();
  });
  arrivals.watch(server);
  onTestFinished(() => {
    arrivals.end();
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { read, port: (server.address() as AddressInfo).port };
}

/** Sends requests in a thread of its own: so many, with pauses between them, over one connection or one each; it reports by when each was sent. */
const sender = `
  const { parentPort, workerData: { port, count, pause, isOne } } = require("node:worker_threads");
  const { connect } = require("node:net");
  const open = () => connect(port, "127.0.0.1").resume();
  const one = isOne ? open() : undefined;
  const send = (left) => {
    if (left === 0) return;
    (one ?? open()).write("GET /" + left + " HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n", () =>
      parentPort.postMessage([left, performance.timeOrigin + performance.now()]));
    setTimeout(() => send(left - 1), pause);
  };
  send(count);
`;

/** The requests that a busy process reads, each with a time by which it was sent. */
async function readWhileBusy(how: {
  count: number;
  pause: number;
  isOne: boolean;
}): Promise<(Read & { sent: number })[]> {
  const { read, port } = await receiver();
  const worker = new Worker(sender, { eval: true, workerData: { port, ...how } });
  const sent = new Map<number, number>();
  worker.on("message", ([asked, at]: [number, number]) => sent.set(asked, at));
  await once(worker, "online");
  while (read.length < how.count || sent.size < how.count) {
    stall(120);
    await sleep(5);
  }
  await worker.terminate();
  return read.map((each) => ({ ...each, sent: sent.get(each.asked) ?? Number.NaN }));
}

/** How much the clocks of two threads may differ, in milliseconds. */
const skew = 5;

test.each([
  ["over a connection each", false],
  ["over one connection", true],
])("what a busy process reads, sent %s, was not sent earlier than that", async (_, isOne) => {
  const read = await readWhileBusy({ count: 12, pause: 60, isOne });
  expect(read.filter(({ sent, earliest }) => earliest > sent + skew)).toEqual([]);
  expect(read.filter(({ at, earliest }) => earliest > at)).toEqual([]);
});

test("requests that came at once, after nothing had come for a while, were not sent before that while", async () => {
  const { read, port } = await receiver();
  const quiet = steadyNow();
  await sleep(60);
  await turn();
  await turn();
  for (let count = 0; count < 7; count++) get({ port, agent: false, path: `/${count}` }, (answer) => answer.resume());
  while (read.length < 7) await sleep(5);
  expect(read.filter(({ earliest }) => earliest < quiet)).toEqual([]);
});
