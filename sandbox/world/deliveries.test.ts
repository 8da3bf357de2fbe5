import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { deliveries, receive, type WebhookReceiver } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";

/** Subscribes an address to the clients of a Location. */
const subscribe = ({ control }: Started, url: string, location_id = 100) =>
  control.post("/hooks", { location_id, url, events: ["ClientEvent"] });
const happen = ({ control }: Started, location_id = 100) =>
  control.post<{ resource_id: number }>("/events", { location_id, event: "ClientEvent", change: "created" });

/** A receiver that answers only when it is released. */
async function holding(): Promise<WebhookReceiver & { release: () => void }> {
  const held: ServerResponse[] = [];
  const receiver = await receive((response) => held.push(response));
  return { ...receiver, release: () => held.forEach((response) => response.writeHead(200).end()) };
}

describe("a delivery", () => {
  test("is sent five seconds after its event, and no sooner", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    await happen(started);
    await started.advance(4);
    expect(arrivals).toHaveLength(0);
    await started.advance(1);
    expect(arrivals).toHaveLength(1);
  });

  test("is in the log from its event to its end", async () => {
    const started = await start();
    const { url } = await receive();
    await subscribe(started, url);
    const { resource_id } = (await happen(started)).body;
    const [queued] = await deliveries(started);
    expect(queued).toEqual({
      id: queued?.id,
      url,
      resource: "client",
      resource_id,
      queued_at: "2026-03-02T09:00:00Z",
      due_at: queued?.due_at,
      sent_at: null,
      ended_at: null,
      outcome: "pending",
      reason: null,
    });
    await started.advance(60);
    const [ended] = await deliveries(started);
    const at = "2026-03-02T09:00:05Z";
    expect(ended).toEqual({ ...queued, sent_at: at, ended_at: at, outcome: "delivered" });
  });

  test("is logged in the order of events, with its own times", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    const ids = [];
    for (let time = 0; time < 3; time++) {
      ids.push((await happen(started)).body.resource_id);
      await started.advance(2);
    }
    await started.advance(60);
    const log = await deliveries(started);
    expect(log.map(({ resource_id }) => resource_id)).toEqual(ids);
    expect(arrivals.map(({ body }) => body.resource_id)).toEqual(ids);
    expect(log.map(({ sent_at }) => sent_at)).toEqual([
      "2026-03-02T09:00:05Z",
      "2026-03-02T09:00:07Z",
      "2026-03-02T09:00:09Z",
    ]);
    expect(new Set(log.map(({ id }) => id)).size).toBe(3);
  });

  test.each([200, 201, 204, 299])("that is answered with %i is delivered, once", async (status) => {
    const started = await start();
    const { url, arrivals } = await receive((response) => response.writeHead(status).end());
    await subscribe(started, url);
    await happen(started);
    await started.advance(86_400);
    expect(await deliveries(started)).toMatchObject([{ outcome: "delivered", reason: null }]);
    expect(arrivals).toHaveLength(1);
  });

  test.each([300, 304, 400, 404, 429, 500, 503])(
    "that is answered with %i has failed, and is not retried",
    async (status) => {
      const started = await start();
      const { url, arrivals } = await receive((response) => response.writeHead(status).end());
      await subscribe(started, url);
      await happen(started);
      await started.advance(86_400);
      expect(await deliveries(started)).toMatchObject([{ outcome: "failed", reason: `answered ${status}` }]);
      expect(arrivals).toHaveLength(1);
    },
  );

  test.each([301, 302, 307, 308])(
    "that is redirected with %i has failed, and is not sent elsewhere",
    async (status) => {
      const started = await start();
      const elsewhere = await receive();
      const { url } = await receive((response) => response.writeHead(status, { location: elsewhere.url }).end());
      await subscribe(started, url);
      await happen(started);
      await started.advance(60);
      expect(await deliveries(started)).toMatchObject([{ outcome: "failed", reason: `answered ${status}` }]);
      expect(elsewhere.arrivals).toHaveLength(0);
    },
  );

  test("whose connection is dropped or refused has failed, and is not retried", async () => {
    const started = await start();
    const dropping = await receive((response) => response.destroy());
    await subscribe(started, dropping.url);
    await subscribe(started, "http://127.0.0.1:1/hooks", 103);
    await happen(started);
    await happen(started, 103);
    await started.advance(86_400);
    const log = await deliveries(started);
    expect(log.map(({ outcome, reason }) => [outcome, reason?.split(":")[0]])).toEqual([
      ["failed", "not reached"],
      ["failed", "not reached"],
    ]);
    expect(dropping.arrivals).toHaveLength(1);
  });

  test("has failed if it is not answered within fifteen seconds", async () => {
    const started = await start();
    const [slow, silent] = [await holding(), await holding()];
    await subscribe(started, slow.url);
    await subscribe(started, silent.url, 103);
    await happen(started);
    await happen(started, 103);
    await started.advance(5 + 14);
    expect((await deliveries(started)).map(({ outcome }) => outcome)).toEqual(["pending", "pending"]);
    slow.release();
    await vi.waitFor(async () => expect((await deliveries(started))[0]?.outcome).toBe("delivered"), { interval: 5 });
    await started.advance(1);
    silent.release();
    await started.advance(86_400);
    expect(await deliveries(started)).toMatchObject([
      { outcome: "delivered", ended_at: "2026-03-02T09:00:19Z" },
      { outcome: "failed", ended_at: "2026-03-02T09:00:20Z", reason: "no answer within 15 seconds" },
    ]);
    expect([slow.arrivals.length, silent.arrivals.length]).toEqual([1, 1]);
  });

  test("can still be answered while the clock moves past it", async () => {
    const started = await start();
    const { url } = await receive((response) => void setImmediate(() => response.writeHead(200).end()));
    await subscribe(started, url);
    await happen(started);
    await started.advance(3600);
    expect(await deliveries(started)).toMatchObject([{ outcome: "delivered", ended_at: "2026-03-02T09:00:05Z" }]);
  });

  test("without an answer fails on time while the clock moves past it", async () => {
    const started = await start();
    const { url } = await holding();
    await subscribe(started, url);
    await happen(started);
    await started.advance(3600);
    expect(await deliveries(started)).toMatchObject([{ outcome: "failed", ended_at: "2026-03-02T09:00:20Z" }]);
  });

  test("is forgotten with a reset", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    await happen(started);
    await started.control.post("/reset", { seed: 1 });
    await started.advance(60);
    expect(await deliveries(started)).toEqual([]);
    expect(arrivals).toEqual([]);
  });
});
