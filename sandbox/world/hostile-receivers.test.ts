import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deliveries } from "../testing/receiver.ts";
import { start } from "../testing/start.ts";

/** A webhook address that misuses its connection; `left` resolves when the sandbox closes the connection. */
async function receiver(misbehave: (socket: Socket) => void): Promise<{ url: string; left: Promise<void> }> {
  let leave: () => void;
  const left = new Promise<void>((done) => (leave = done));
  const server = createServer((socket) => {
    socket.on("error", () => undefined).on("close", () => leave());
    socket.once("data", () => misbehave(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, left };
}

/** Writes for as long as the other side reads. */
const flood = (socket: Socket, first: string): void => {
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const go = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on("drain", go).write(first);
  go();
};

const unreached = expect.stringMatching(/^not reached: /) as string;

/** Misbehaviours of receivers, and the outcome of their delivery. */
const misbehaviours: Record<string, [outcome: string, reason: string | null, misbehave: (socket: Socket) => void]> = {
  "accepts the webhook with an endless body": [
    "delivered",
    null,
    (socket) => flood(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
  ],
  "refuses the webhook with an endless body": [
    "failed",
    "answered 500",
    (socket) => flood(socket, "HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n"),
  ],
  "accepts the webhook and never finishes its body": [
    "delivered",
    null,
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx"),
  ],
  "sends too many headers": [
    "failed",
    unreached,
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(10_000)}`),
  ],
  "answers nonsense": ["failed", unreached, (socket) => void socket.write("\0\0\0\r\n\r\n")],
  "resets the connection": ["failed", unreached, (socket) => void socket.resetAndDestroy()],
};

test.each(Object.entries(misbehaviours))(
  "the connection to a receiver that %s is closed",
  async (_, [outcome, reason, misbehave]) => {
    const started = await start();
    const { url, left } = await receiver(misbehave);
    await started.control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
    await started.control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
    await started.advance(5);
    await left;
    expect(await deliveries(started)).toMatchObject([{ outcome, reason }]);
  },
);

test("the connection to a receiver that never answers is closed when the sandbox ends", async () => {
  const started = await start();
  const { url, left } = await receiver(() => undefined);
  await started.control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
  await started.control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
  await started.advance(5);
  expect(await deliveries(started)).toMatchObject([{ outcome: "pending" }]);
  await started.sandbox.close();
  await left;
});
