import { describe, expect, test } from "vitest";
import { loadOperations } from "../../specs/operations.ts";
import { validate } from "../../specs/validate.ts";
import { deliveries, receive } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";
import { events, goodsOperations } from "../world/events.ts";

const names = Object.keys(events);

const subscribe = ({ control }: Started, url: string, to = names, location_id = 100) =>
  control.post("/hooks", { location_id, url, events: to });

const happen = ({ control }: Started, event: string, more: Record<string, unknown> = {}) =>
  control.post<Record<string, unknown>>("/events", { location_id: 100, event, change: "created", ...more });

const errorsOf = (event: string, body: unknown) => {
  const operation = loadOperations().find(({ path }) => path === event);
  return operation ? validate(operation, { direction: "request", part: "body" }, body) : [`there is no ${event}`];
};

describe("an event", () => {
  const changes = names
    .filter((event) => event !== "GoodsOperationEvent")
    .flatMap((event) => ["created", "updated", "deleted"].map((change) => [event, change] as const));

  test("is one of the eleven that the specification lists", () => {
    const specified = loadOperations().filter(({ address }) => address === "webhook_url");
    expect(names).toHaveLength(11);
    expect(specified.map(({ path }) => path)).toEqual(expect.arrayContaining(names));
  });

  test.each(changes)("%s of a record that is %s is sent as announced", async (event, change) => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url, [event]);
    const announced = await happen(started, event, { change });
    await started.advance(5);
    expect(announced.status).toBe(202);
    expect(arrivals).toMatchObject([
      { method: "POST", path: "/hooks", contentType: "application/json", body: { company_id: 100, ...announced.body } },
    ]);
    expect(errorsOf(event, arrivals[0]?.body)).toEqual([]);
  });

  test.each(goodsOperations)("GoodsOperationEvent is sent with the resource %s", async (resource) => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    const announced = await happen(started, "GoodsOperationEvent", { resource });
    await started.advance(5);
    expect(announced.body.resource).toBe(resource);
    expect(arrivals).toMatchObject([{ body: { company_id: 100, ...announced.body } }]);
    expect(errorsOf("GoodsOperationEvent", arrivals[0]?.body)).toEqual([]);
  });

  test("has different statuses for created, updated and deleted", async () => {
    const started = await start();
    const statuses = [];
    for (const change of ["created", "updated", "deleted"])
      statuses.push((await happen(started, "ClientEvent", { change })).body.status);
    expect(new Set(statuses).size).toBe(3);
  });

  test("names a new record each time, but a SalonEvent names the Location itself", async () => {
    const started = await start();
    const idOf = async (event: string) => (await happen(started, event)).body.resource_id;
    expect(await idOf("ClientEvent")).not.toBe(await idOf("ClientEvent"));
    expect(await idOf("SalonEvent")).toBe(100);
  });

  test("of a schedule carries an empty array", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    await happen(started, "ScheduleEvent");
    await started.advance(5);
    expect(arrivals[0]?.body.data).toEqual([]);
  });

  test("of a client carries the client's full profile", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    const { body } = await happen(started, "ClientEvent");
    await started.advance(5);
    const operation = loadOperations().find(({ id }) => id === "listClients");
    const list = { success: true, data: [arrivals[0]?.body.data], meta: { page: 1, total_count: 1 } };
    expect(list.data).toMatchObject([{ id: body.resource_id }]);
    expect(operation && validate(operation, { direction: "response", part: "body", status: 200 }, list)).toEqual([]);
  });
});

describe("a subscription", () => {
  test("delivers the events that it lists, and no others", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url, ["ClientEvent"]);
    for (const event of names) await happen(started, event, { resource: "goods_operations_move" });
    await started.advance(60);
    expect(arrivals.map(({ body }) => body.resource)).toEqual(["client"]);
  });

  test("delivers the events of its Location, and of no other", async () => {
    const started = await start();
    const [here, there] = [await receive(), await receive()];
    await subscribe(started, here.url);
    await subscribe(started, there.url, names, 103);
    await happen(started, "ClientEvent");
    await happen(started, "RecordEvent", { location_id: 103 });
    await happen(started, "RecordEvent", { location_id: 104 });
    await started.advance(60);
    expect(here.arrivals.map(({ body }) => [body.company_id, body.resource])).toEqual([[100, "client"]]);
    expect(there.arrivals.map(({ body }) => [body.company_id, body.resource])).toEqual([[103, "record"]]);
  });

  test("is replaced by the next one, and ended by an empty list", async () => {
    const started = await start();
    const [old, current] = [await receive(), await receive()];
    await subscribe(started, old.url);
    await subscribe(started, current.url);
    await happen(started, "ClientEvent");
    await subscribe(started, current.url, []);
    await happen(started, "ClientEvent");
    await started.advance(60);
    expect([old.arrivals.length, current.arrivals.length]).toEqual([0, 1]);
  });

  test("can be changed by hooks_settings and by the control protocol alike", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await started.owner.post("/hooks_settings/100", { url, events: ["ClientEvent"] });
    await happen(started, "ClientEvent");
    await started.advance(5);
    expect(arrivals).toHaveLength(1);
    await subscribe(started, "http://127.0.0.1:9/", ["RecordEvent"]);
    expect((await started.owner.get("/hooks_settings/100")).body).toMatchObject({
      data: { url: "http://127.0.0.1:9/", events: ["RecordEvent"] },
    });
  });

  test("delivers events in any state of a link", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await subscribe(started, url);
    await happen(started, "ClientEvent");
    await started.owner.post("/company/100/marketplace/applications/200/grant_access");
    await happen(started, "ClientEvent");
    await started.advance(5);
    expect(arrivals).toHaveLength(2);
  });

  test("is needed for a delivery", async () => {
    const started = await start();
    expect((await happen(started, "ClientEvent")).status).toBe(202);
    await started.advance(60);
    expect(await deliveries(started)).toEqual([]);
  });
});
