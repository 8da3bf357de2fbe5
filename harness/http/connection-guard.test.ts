import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { request as undiciRequest } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveries, receive } from "../../sandbox/testing/receiver.ts";
import { start } from "../../sandbox/testing/start.ts";
import { guardConnections, withoutGuard } from "./connection-guard.ts";
import { post } from "./partner-client.ts";

let server: Server;
let port: number;
const taken: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    taken.push(request.url ?? "");
    response.end("inside");
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const noLoopback = (address: string) =>
  /^(127\.|::1|0\.|::$|::ffff:)/.test(address) ? `${address} is refused` : undefined;

const viaNode = async (url: string): Promise<string> => {
  const { status, failure } = await post({ method: "POST", url, headers: {}, body: "" }, 5_000);
  return failure ?? String(status);
};
const viaUndici = (url: string): Promise<string> =>
  undiciRequest(url).then(({ statusCode }) => String(statusCode), String);

const clients: Record<string, (url: string) => Promise<string>> = {
  "Node's client": viaNode,
  undici: viaUndici,
  fetch: (url) =>
    fetch(url).then(
      ({ status }) => String(status),
      ({ cause }: Error) => String(cause),
    ),
  "a plain socket": (url) =>
    new Promise((resolve) => {
      const { port: at, hostname } = new URL(url);
      const socket = connect(Number(at), hostname.replace(/^\[|\]$/g, ""), () => {
        resolve("200");
        socket.destroy();
      }).on("error", ({ message }) => resolve(message));
    }),
};

describe("a guarded connection", () => {
  test.each(Object.entries(clients))("of %s is refused by number, by name and as IPv6", async (_, ask) => {
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "0.0.0.0",
      "[::ffff:127.0.0.1]",
    ]) {
      const url = `http://${host}:${port}/guarded`;
      expect(await guardConnections(noLoopback, () => ask(url)), host).toContain("is refused");
    }
    expect(taken).not.toContain("/guarded");
  });

  test.each(Object.entries(clients))("of %s is made where the guard allows it, and without one", async (_, ask) => {
    const url = `http://127.0.0.1:${port}/open`;
    expect(
      await guardConnections(
        () => undefined,
        () => ask(url),
      ),
    ).toBe("200");
    expect(await guardConnections(noLoopback, () => withoutGuard(() => ask(url)))).toBe("200");
    expect(await ask(url)).toBe("200");
  });

  test("to a TLS server is refused as well", async () => {
    const url = `https://127.0.0.1:${port}/`;
    expect(await guardConnections(noLoopback, () => viaNode(url))).toContain("is refused");
    expect(await guardConnections(noLoopback, () => viaUndici(url))).toContain("is refused");
  });

  test("to a Unix socket is refused", async () => {
    const resolve = await guardConnections(
      noLoopback,
      () => new Promise<string>((over) => connect("/run/none.sock").on("error", ({ message }) => over(message))),
    );
    expect(resolve).toContain("no address of a network");
  });
});

test("an address that an application subscribes at a guarded platform is not connected to", async () => {
  const started = await guardConnections(noLoopback, () => start());
  const { url, arrivals } = await receive();
  await started.owner.post("/hooks_settings/100", { url, events: ["ClientEvent"] });
  await started.control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
  await started.advance(60);
  expect(arrivals).toEqual([]);
  expect((await deliveries(started)).map(({ reason }) => reason)).toEqual(["not reached: 127.0.0.1 is refused"]);
});
