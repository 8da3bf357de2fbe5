import { connect, createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./certifying.ts";
import { startShapingProxy } from "./shaping-proxy.ts";

test("bytes come out of a slow network in their order", async () => {
  const port = await freePort();
  const sent = Buffer.from(Uint32Array.from({ length: 250_000 }, (_, index) => index).buffer);
  const server = createServer((socket) => socket.end(sent)).listen(port, "127.0.0.1");
  const proxy = await startShapingProxy(port, { latency: 10, jitter: 8, losesOneIn: 0 });
  onTestFinished(() => {
    proxy.close();
    server.close();
  });
  const copies = await Promise.all(Array.from({ length: 10 }, () => buffer(connect(proxy.port, "127.0.0.1"))));
  expect(copies.map((received) => received.equals(sent))).toEqual(copies.map(() => true));
});
