import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { loadOperations } from "../../specs/operations.ts";
import { usualBounds } from "../bounds.ts";
import type { Request } from "../exchange.ts";
import type { Target } from "../target.ts";
import { createPatience } from "../testing/patience.ts";
import { rejection } from "../testing/rejection.ts";
import { closedAddress, type RequestHandler, startServer, type TestServer } from "../testing/server.ts";
import { createStopwatch } from "../testing/stopwatch.ts";
import type { Timer } from "../time/pace.ts";
import { Client, type ClientOptions, NoAnswer } from "./client.ts";

const operations = loadOperations();
const [operation] = operations;
if (!operation) throw new Error("the specification has operations");

const targetAt = (url: string, more: Partial<Target> = {}): Target => ({
  name: "test",
  urls: { base_url: url },
  credentials: {},
  fixtures: {},
  allow: { mutations: false, bursts: false },
  pace: { per_second: 1000, per_minute: 60_000 },
  webhooks: {},
  provoke: {},
  folder: ".",
  operations,
  timer: createStopwatch(),
  ...more,
});

function clientOf(target: Target, options?: ClientOptions): Client {
  const client = new Client(target, options);
  onTestFinished(() => client.close());
  return client;
}

const requestTo = (url: string, more: Partial<Request> = {}): Request => ({
  operation,
  method: "GET",
  url,
  query: {},
  headers: [],
  ...more,
});

/** A client that has had an answer, and its server, which treats every further request in its own way. */
async function connected(
  then: RequestHandler,
  options?: ClientOptions,
): Promise<{ client: Client; server: TestServer }> {
  const server = await startServer((response, count) => (count === 1 ? response.end("hello") : then(response, count)));
  const client = clientOf(targetAt(server.url), options);
  await client.send(requestTo(server.url));
  return { client, server };
}

/** Returns a function that collects garbage at once; Node hides it by default. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

describe("an exchange", () => {
  test("has the request as it was sent, and the status, headers and body of the answer", async () => {
    const server = await startServer((response) => {
      response.writeHead(201, [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["X-Request-Id", "r-1"],
      ]);
      response.end("created");
    });
    const request = requestTo(`${server.url}/things?x=1`, { method: "POST", headers: [["X-Own", "1"]], body: "{}" });
    const exchange = await clientOf(targetAt(server.url)).send(request);
    expect(server.seen).toMatchObject([{ method: "POST", path: "/things?x=1", headers: { "x-own": "1" }, body: "{}" }]);
    expect(exchange.request).toBe(request);
    expect(exchange.response).toMatchObject({
      status: 201,
      headers: { "set-cookie": "b=2", "x-request-id": "r-1" },
      body: "created",
    });
  });

  test("asks for an answer that is not compressed, and reads one that is", async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync("hello"));
    });
    const { response } = await clientOf(targetAt(server.url)).send(requestTo(server.url));
    expect(server.seen).toMatchObject([{ headers: { "accept-encoding": "identity" } }]);
    expect(response.body).toBe("hello");
  });

  test("is numbered in the order of sending", async () => {
    const server = await startServer((response) => response.end());
    const client = clientOf(targetAt(server.url));
    const first = await client.send(requestTo(server.url));
    const second = await client.send(requestTo(server.url));
    expect([first.id, second.id, client.sent]).toEqual(["e-1", "e-2", 2]);
  });
});

describe("the pace", () => {
  const pace = { per_second: 2, per_minute: 200 };

  test("is kept on the target's own clock", async () => {
    const server = await startServer((response) => response.end());
    const timer = createStopwatch();
    const client = clientOf(targetAt(server.url, { pace, timer }));
    for (let count = 0; count < 5; count++) await client.send(requestTo(server.url));
    expect(timer.waits).toEqual([1000, 1000]);
  });

  test("is not kept in a burst, and kept again after it", async () => {
    const server = await startServer((response) => response.end());
    const timer = createStopwatch();
    const client = clientOf(targetAt(server.url, { pace, timer }));
    await client.unpaced(async () => {
      expect(client.isBursting).toBe(true);
      for (let count = 0; count < 5; count++) await client.send(requestTo(server.url));
    });
    expect([client.isBursting, timer.waits]).toEqual([false, []]);
    for (let count = 0; count < 3; count++) await client.send(requestTo(server.url));
    expect(timer.waits).toEqual([1000]);
  });

  test("is kept again after a burst that fails", async () => {
    const client = clientOf(targetAt("http://127.0.0.1:1"));
    const failure = new Error("in the burst");
    expect(await rejection(client.unpaced(() => Promise.reject(failure)))).toBe(failure);
    expect(client.isBursting).toBe(false);
  });
});

describe("a GET with a body", () => {
  // Elsewhere a server may leave the body unread, and take it for the next request.
  test.each([
    ["keeps its connection to a target in this process", { isHere: true }, true],
    ["gives up its connection elsewhere", {}, false],
  ])("%s", async (_, target, isStored) => {
    const server = await startServer((response) => response.end(String(response.socket?.remotePort)));
    const client = clientOf(targetAt(server.url, target));
    const ports = new Set<string>();
    const requests = 6;
    for (let count = 0; count < requests; count++)
      ports.add((await client.send(requestTo(server.url, { body: "{}" }))).response.body);
    expect(ports.size < requests).toBe(isStored);
  });
});

describe("without an answer", () => {
  test("a first request blames the address in the profile", async () => {
    const url = closedAddress();
    const error = await rejection(clientOf(targetAt(url)).send(requestTo(url)));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      key: `urls.${operation.address}`,
      message: `urls.${operation.address}: cannot reach ${url} (ECONNREFUSED); start the provider, or fix the address`,
    });
  });

  test("a GET whose connection the target closes is sent once more, and is still one exchange", async () => {
    const { client, server } = await connected((response, count) =>
      count === 2 ? response.destroy() : response.end("again"),
    );
    const { id, response } = await client.send(requestTo(server.url));
    expect([id, response.body, client.sent]).toEqual(["e-2", "again", 2]);
    expect(server.seen).toHaveLength(3);
  });

  test("a GET that fails twice is given up", async () => {
    const { client, server } = await connected((response) => response.destroy());
    expect(await rejection(client.send(requestTo(server.url)))).toBeInstanceOf(NoAnswer);
    expect(server.seen).toHaveLength(3);
    expect(client.sent).toBe(1);
  });

  test("a POST is not lost where a kept connection was closed meanwhile", async () => {
    const sockets: Socket[] = [];
    const { client, server } = await connected((response) => response.end("done"));
    // Anyone who answered has closed the connection, and the client does not know yet.
    server.connections((socket) => sockets.push(socket));
    for (const socket of sockets) socket.destroy();
    const { response } = await client.send(requestTo(server.url, { method: "POST", body: "{}" }));
    expect([sockets.length, response.body]).toEqual([1, "done"]);
  });

  test.each(["POST", "PUT", "DELETE"])("a %s is never sent again", async (method) => {
    const { client, server } = await connected((response) => response.destroy());
    expect(await rejection(client.send(requestTo(server.url, { method })))).toBeInstanceOf(NoAnswer);
    expect(server.seen.map((seen) => seen.method)).toEqual(["GET", method]);
  });

  test("a GET that meets silence is given up when patience ends, and not sent again", async () => {
    const { patience, end } = createPatience();
    const { client, server } = await connected(end, { patience });
    expect(await rejection(client.send(requestTo(server.url)))).toBeInstanceOf(NoAnswer);
    expect(server.seen).toHaveLength(2);
  });

  test("a time-out comes although garbage is collected while an answer drips", async () => {
    const collect = garbageCollector();
    const { client, server } = await connected(
      (response) => {
        const dripping = setInterval(() => {
          response.write(".");
          collect();
        }, 20);
        response.once("close", () => clearInterval(dripping));
      },
      { bounds: { ...usualBounds, answer_s: 0.3 } },
    );
    expect(await rejection(client.send(requestTo(server.url)))).toMatchObject({ isLate: true });
  });

  test("a first request that meets silence blames the address too", async () => {
    const { patience, end } = createPatience();
    const server = await startServer(end);
    const error = await rejection(clientOf(targetAt(server.url), { patience }).send(requestTo(server.url)));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringContaining("(no answer in time)") as string });
  });
});

describe("an interruption", () => {
  test("ends a request that waits for its answer, with the reason of the signal", async () => {
    const interruption = new AbortController();
    const reason = new Error("interrupted");
    const { client, server } = await connected(() => interruption.abort(reason), { interruption: interruption.signal });
    expect(await rejection(client.send(requestTo(server.url)))).toBe(reason);
    expect(server.seen).toHaveLength(2);
  });

  test("ends the retry of a GET", async () => {
    const interruption = new AbortController();
    const reason = new Error("interrupted");
    const retried: RequestHandler = (response, count) =>
      count === 2 ? response.destroy() : interruption.abort(reason);
    const { client, server } = await connected(retried, { interruption: interruption.signal });
    expect(await rejection(client.send(requestTo(server.url)))).toBe(reason);
  });

  test("ends a wait for the pace", async () => {
    const server = await startServer((response) => response.end());
    const interruption = new AbortController();
    const reason = new Error("interrupted");
    const timer: Timer = {
      now: () => 0,
      wait: () => {
        interruption.abort(reason);
        return new Promise(() => undefined);
      },
    };
    const target = targetAt(server.url, { timer, pace: { per_second: 1, per_minute: 200 } });
    const client = clientOf(target, { interruption: interruption.signal });
    await client.send(requestTo(server.url));
    expect(await rejection(client.send(requestTo(server.url)))).toBe(reason);
    expect(server.seen).toHaveLength(1);
  });

  test("that came before keeps a request from being sent, until the client outlives it", async () => {
    const server = await startServer((response) => response.end());
    const reason = new Error("interrupted");
    const client = clientOf(targetAt(server.url), { interruption: AbortSignal.abort(reason) });
    expect(await rejection(client.send(requestTo(server.url)))).toBe(reason);
    client.outlive(new AbortController().signal);
    await client.send(requestTo(server.url));
    expect(server.seen).toHaveLength(1);
  });
});
