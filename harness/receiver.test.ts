import { once } from "node:events";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { type Bounds, usualBounds } from "./bounds.ts";
import { createReceiver, type Receiver, type ReceiverAddress, type ReceiverOptions, redirectPath } from "./receiver.ts";
import { rejection } from "./testing/rejection.ts";

async function startReceiver(
  now: () => number = () => 0,
  address?: ReceiverAddress,
  options?: ReceiverOptions,
): Promise<Receiver> {
  const receiver = await createReceiver(now, address, options);
  onTestFinished(() => receiver.close());
  return receiver;
}

const post = (url: string, body = "{}") =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });

/** Sends a body that never ends; rejects once the connection breaks. */
const sendWithoutEnd = (url: string) =>
  new Promise<void>((_, fail) => {
    const sending = request(url, { method: "POST" });
    const drip = setInterval(() => sending.write("x".repeat(5000)), 1);
    sending.once("error", (error) => {
      clearInterval(drip);
      fail(error);
    });
  });

/** Resolves once as many webhooks have arrived. */
async function arrived(receiver: Receiver, count: number): Promise<void> {
  while (receiver.arrivals.length < count) await new Promise((next) => setImmediate(next));
}

test("an arrival has everything that was sent, and the time of the target's clock", async () => {
  const times = [1000, 2000];
  const receiver = await startReceiver(() => times.shift() ?? 0);
  await post(receiver.url("/hooks?x=1"), '{"a":"ā"}');
  await post(receiver.url("/hooks"));
  expect(receiver.arrivals).toMatchObject([
    {
      id: expect.stringMatching(/^w-\d+$/) as string,
      path: "/hooks?x=1",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"a":"ā"}',
      at: 1000,
    },
    { id: expect.stringMatching(/^w-\d+$/) as string, path: "/hooks", at: 2000 },
  ]);
});

describe("the receiver answers", () => {
  test("200 until something else is said", async () => {
    const receiver = await startReceiver();
    expect((await post(receiver.url("/a"))).status).toBe(200);
  });

  test("the status that was set for a path, after that and for that path alone", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", 500);
    expect((await post(receiver.url("/a"))).status).toBe(500);
    expect((await post(receiver.url("/b"))).status).toBe(200);
    receiver.answer("/a", 204);
    expect((await post(receiver.url("/a"))).status).toBe(204);
  });

  test("a path that is silent only when it is released, and each request once", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", "silent");
    const waiting = [post(receiver.url("/a")), post(receiver.url("/a"))];
    await arrived(receiver, 2);
    const other = await post(receiver.url("/b"));
    expect(other.status).toBe(200);
    receiver.release(503);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
    receiver.release(200);
    receiver.answer("/a", 200);
    expect((await post(receiver.url("/a"))).status).toBe(200);
  });

  test("a redirect with an address of its own, and a 503 with a time to wait", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", 302);
    const redirect = await fetch(receiver.url("/a"), { method: "POST", redirect: "manual" });
    expect(redirect.headers.get("location")).toBe(receiver.url(redirectPath));
    receiver.answer("/a", 503);
    expect((await post(receiver.url("/a"))).headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("by breaking the connection, once the webhook has arrived", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", "reset");
    expect(String(((await rejection(post(receiver.url("/a")))) as Error).cause)).toContain("ECONNRESET");
    expect(receiver.arrivals).toHaveLength(1);
  });

  test("an interim status, and the rest when it is released", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", "interim");
    const waiting = post(receiver.url("/a"));
    await arrived(receiver, 1);
    receiver.release(204);
    expect((await waiting).status).toBe(204);
  });

  test("others although a sender gave up while it was kept waiting", async () => {
    const receiver = await startReceiver();
    receiver.answer("/a", "silent");
    const interruption = new AbortController();
    const given = fetch(receiver.url("/a"), { method: "POST", signal: interruption.signal }).catch(() => "gave up");
    const waiting = post(receiver.url("/a"));
    await arrived(receiver, 2);
    interruption.abort();
    expect(await given).toBe("gave up");
    receiver.release(200);
    expect((await waiting).status).toBe(200);
  });
});

test("a receiver waits for its address where someone has taken it for a moment", async () => {
  const receiver = await startReceiver();
  await receiver.refuse();
  const other = createServer().listen(Number(new URL(receiver.url("/a")).port), "127.0.0.1");
  await once(other, "listening");
  const listening = receiver.listen();
  other.close();
  await listening;
  expect((await post(receiver.url("/a"))).status).toBe(200);
});

test("a receiver that refuses connections listens again at the same address", async () => {
  const receiver = await startReceiver();
  const url = receiver.url("/a");
  await receiver.refuse();
  expect(String(((await rejection(post(url))) as Error).cause)).toContain("ECONNREFUSED");
  await receiver.listen();
  expect((await post(url)).status).toBe(200);
  expect(receiver.arrivals).toHaveLength(1);
});

test("a webhook whose connection breaks before it is complete has not arrived", async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url(""));
  await new Promise<void>((closed) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf", () => socket.destroy());
    });
    socket.once("close", () => closed());
  });
  await post(receiver.url("/b"));
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(["/b"]);
});

describe("the address of a receiver", () => {
  test("is on loopback, at a free port", async () => {
    const receiver = await startReceiver();
    expect(receiver.url("/a")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a$/);
  });

  test("is the one at which others reach it, where the profile has one", async () => {
    const receiver = await startReceiver(undefined, { public_url: "https://hooks.example/assay/" });
    expect(receiver.url("/a")).toMatch(/^https:\/\/hooks\.example\/assay\/[\w-]{24}\/a$/);
  });

  test("that is taken is a mistake at webhooks.listen", async () => {
    const { port } = new URL((await startReceiver()).url(""));
    const error = await rejection(createReceiver(() => 0, { listen: `127.0.0.1:${port}` }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "webhooks.listen" });
  });
});

test("a receiver that is closed keeps no one waiting", async () => {
  const receiver = await createReceiver(() => 0);
  receiver.answer("/a", "silent");
  const waiting = post(receiver.url("/a")).catch(() => "closed");
  await arrived(receiver, 1);
  await receiver.close();
  expect(await waiting).toBe("closed");
});

describe("a sender that does harm", () => {
  const bounds: Bounds = { ...usualBounds, webhook_mb: 0.01, webhooks: 20 };

  test("by a body that is too large, or never ends, leaves its beginning, and a flaw", async () => {
    const receiver = await startReceiver(undefined, {}, { bounds });
    const url = receiver.url("/hooks");
    await rejection(post(url, "x".repeat(20_000)));
    await rejection(sendWithoutEnd(url));
    expect(receiver.arrivals.map(({ body, flaw }) => [body.length, flaw])).toEqual([
      [10_000, "a body of more than 10 kB"],
      [10_000, "a body of more than 10 kB"],
    ]);
    expect((await post(url)).status).toBe(200);
  });

  test("by their number is reported once, and answered all the same", async () => {
    const floods: string[] = [];
    const receiver = await startReceiver(undefined, {}, { bounds, onFlood: (what) => void floods.push(what) });
    const url = receiver.url("/hooks");
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(url)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(receiver.arrivals).toHaveLength(20);
    expect(floods).toEqual([
      "more than 20 webhooks came to one proof, and the rest is not looked at (bounds.webhooks)",
    ]);
  });

  test("from elsewhere, at a path that was announced to no one, is turned away", async () => {
    const receiver = await startReceiver();
    const url = receiver.url("/hooks");
    expect((await fetch(url.replace("/hooks", "/wp-login.php"))).status).toBe(404);
    expect(receiver.arrivals).toEqual([]);
  });

  test.each([
    ["is no HTTP", "\u0000\u0001 nonsense\r\n\r\n"],
    ["has a length that is none", "POST /hooks HTTP/1.1\r\nHost: h\r\nContent-Length: many\r\n\r\n{}"],
    ["has headers without end", `POST /hooks HTTP/1.1\r\nHost: h\r\n${"X-Filler: 1\r\n".repeat(5000)}\r\n`],
  ])("by what %s changes nothing for others", async (_, sent) => {
    const receiver = await startReceiver();
    const url = receiver.url("/hooks");
    await new Promise<void>((closed) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(sent));
      socket
        .on("error", () => undefined)
        .on("data", () => undefined)
        .once("close", () => closed());
    });
    expect((await post(url)).status).toBe(200);
    expect(receiver.arrivals).toHaveLength(1);
  });
});

test("a stranger who can reach a receiver but was not given its address is turned away", async () => {
  const receiver = await startReceiver(undefined, { listen: "127.0.0.1:0" });
  const announced = receiver.url("/hooks");
  expect((await post(`${new URL(announced).origin}/hooks`)).status).toBe(404);
  expect((await post(announced)).status).toBe(200);
  expect(receiver.arrivals).toMatchObject([{ path: "/hooks", url: announced }]);
});

test("a webhook to an address that its sender changed is kept with where it went", async () => {
  const receiver = await startReceiver();
  const announced = receiver.url("/form?to=1");
  const changed = announced.replace("?to=1", "");
  expect((await post(changed)).status).toBe(200);
  expect(receiver.arrivals).toMatchObject([{ path: "/form", url: changed }]);
});

test("requests are answered one after another, the last manner for all that follow", async () => {
  const receiver = await startReceiver();
  const url = receiver.url("/a");
  receiver.answer("/a", 404, 507, 204);
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn++) statuses.push((await post(url)).status);
  expect(statuses).toEqual([404, 507, 204, 204]);
});
