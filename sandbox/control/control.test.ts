import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../testing/client.ts";
import { grant, link, reach, stateOf } from "../testing/installing.ts";
import { deliveries } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";
import { commands } from "./commands.ts";

interface Fresh {
  urls: Record<string, string>;
  credentials: Record<string, string>;
  fixtures: Record<string, number> & { client_ids: number[] };
}
const reset = ({ control }: Started, seed = 1) => control.post<Fresh>("/reset", { seed });

describe("the control protocol", () => {
  test.each(["", "/"])("describes itself at its address, followed by '%s'", async (path) => {
    const { control } = await start();
    expect(await control.get(path)).toMatchObject({
      status: 200,
      body: {
        protocol: "assay-control/1",
        capabilities: ["reset", "clock", "seed", "links", "hooks", "events", "deliveries", "traffic", "replies"],
        clock: "frozen",
        now: "2026-03-02T09:00:00Z",
      },
    });
  });

  const calls = Object.keys(commands({})).map((call) => call.split(" ") as [method: string, path: string]);
  test.each(calls)("%s %s gets 401 without the token, and does nothing", async (method, path) => {
    const started = await start();
    await reach(started, "active");
    const before = JSON.stringify(started.sandbox.platform.world.state);
    const { token } = started.sandbox.control;
    const another = token.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const headers = [undefined, `Bearer ${another}`, `Bearer ${token}x`, `Basic ${token}`, token];
    for (const header of headers) {
      const client = started.controlAs(header);
      const { status, body } = await client.send(method, path, method === "GET" ? undefined : { ...link, seconds: 1 });
      expect({ status, body }, header).toEqual({
        status: 401,
        body: { error: "the control token is missing or wrong" },
      });
    }
    expect(JSON.stringify(started.sandbox.platform.world.state)).toBe(before);
    expect(started.sandbox.platform.clock.iso()).toBe("2026-03-02T09:00:00Z");
  });

  test.each([
    ["GET", "/reset"],
    ["POST", "/deliveries"],
    ["DELETE", "/"],
    ["POST", "/clock"],
    ["POST", "/nothing"],
    ["GET", "x"],
    ["GET", "/toString"],
  ])("has no %s %s", async (method, path) => {
    const { control } = await start();
    const { status, body } = await control.send(method, path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: expect.stringContaining(method) as string });
  });

  test("accepts a token that was set by hand", async () => {
    const { sandbox, control } = await start({ controlToken: "open sesame" });
    expect(sandbox.control.token).toBe("open sesame");
    expect((await control.get("")).status).toBe(200);
  });
});

describe("a reset", () => {
  test("answers addresses, credentials and fixtures by the names that a profile has for them", async () => {
    const started = await start();
    const { urls, credentials, fixtures } = (await reset(started)).body;
    expect(urls).toEqual(started.sandbox.urls);
    expect(Object.keys(credentials)).toEqual([
      "partner_token",
      "owner_user_token",
      "system_user_token",
      "limited_user_token",
      "no_access_user_token",
      "v3_token",
      "v3_other_token",
      "v3_unscoped_token",
    ]);
    expect(Object.keys(fixtures)).toEqual([
      "location_id",
      "second_location_id",
      "application_id",
      "fast_application_id",
      "draft_application_id",
      "blocked_location_id",
      "inaccessible_location_id",
      "unknown_location_id",
      "service_id",
      "client_ids",
    ]);
  });

  test("answers fixtures that exist", async () => {
    const started = await start();
    const { fixtures } = (await reset(started)).body;
    const { body } = await started.owner.get<V1Envelope>(`/clients/${fixtures.location_id}?count=200`);
    expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(fixtures.client_ids));
    const service = `/services/${fixtures.location_id}/${fixtures.service_id}`;
    expect((await started.partner.get(service)).status).toBe(200);
    expect((await started.partner.get(`/services/${fixtures.unknown_location_id}/300`)).status).toBe(404);
  });

  test("forgets links, seeds, subscriptions, deliveries and payments", async () => {
    const started = await start();
    const { control, owner, v3 } = started;
    await reach(started, "active");
    await control.post("/seed", { location_id: 100, collection: "resources", items: [] });
    await control.post("/hooks", { location_id: 100, url: "http://127.0.0.1:9/", events: ["ClientEvent"] });
    await control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
    await reset(started);
    expect(await stateOf(started)).toBe("uninstalled");
    expect((await v3.get("/locations/100/resources")).body).toMatchObject({ has_more: true });
    expect((await owner.get("/hooks_settings/100")).body).toMatchObject({ data: { url: null, events: [] } });
    expect(await deliveries(started)).toEqual([]);
  });

  test("does not turn a frozen clock back", async () => {
    const started = await start();
    await started.advance(3600);
    await reset(started);
    expect((await started.control.get("")).body).toMatchObject({ now: "2026-03-02T10:00:00Z" });
  });

  test("makes the same world from the same seed, and another from another", async () => {
    const [first, second] = [await start(), await start()];
    const clients = async (started: Started, seed: number) => {
      const { credentials } = (await reset(started, seed)).body;
      const header = `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`;
      return (await started.as("base_url", header).get<V1Envelope>("/clients/100?count=200")).body.data;
    };
    expect(await clients(first, 7)).toEqual(await clients(second, 7));
    expect(await clients(first, 7)).not.toEqual(await clients(second, 8));
  });

  test("keeps tokens and ids that were fixed beforehand", async () => {
    const fixed = { partner_token: "p", system_user_token: "s", v3_access_token: "v", application_id: 201 };
    const started = await start({ fixed });
    const { credentials, fixtures } = (await reset(started, 5)).body;
    expect(credentials).toMatchObject({ partner_token: "p", system_user_token: "s", v3_token: "v" });
    expect(fixtures.application_id).toBe(201);
    expect(fixtures.fast_application_id).not.toBe(201);
    expect((await started.as("v3_base_url", "Bearer v").get("/locations/100/resources")).status).toBe(200);
    const owner = started.as("base_url", `Bearer p, User ${credentials.owner_user_token}`);
    const own = { location_id: 100, application_id: 201 };
    await grant({ owner }, own);
    expect(await stateOf(started, own)).toBe("pending");
  });
});

describe("the platform's own moves", () => {
  test.each([
    ["freeze", "freezed"],
    ["disable", "uninstalled"],
  ])("%s answers that the link is %s", async (move, status) => {
    const started = await start();
    await reach(started, "active");
    expect(await started.control.post(`/links/${move}`, link)).toMatchObject({ status: 200, body: { status } });
  });

  test("hooks and applications answer what was set", async () => {
    const { control } = await start();
    const hook = { location_id: 100, url: "http://127.0.0.1:9/", events: ["ClientEvent"] };
    expect((await control.post("/hooks", hook)).body).toEqual(hook);
    const address = { application_id: 200, lifecycle_webhook_url: "http://127.0.0.1:9/" };
    expect((await control.post("/applications", address)).body).toEqual(address);
  });
});
