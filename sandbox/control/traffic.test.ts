import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import type { ReceivedRequest } from "../api/server/traffic.ts";
import { reach } from "../testing/installing.ts";
import { type Started, start } from "../testing/start.ts";

const traffic = async ({ control }: Started, query = "") =>
  (await control.get<{ requests: ReceivedRequest[] }>(`/traffic${query}`)).body.requests;

describe("the traffic", () => {
  test("lists everything that was received, in order, with the status of its answer", async () => {
    const started = await start();
    const { partner, app, v3, as } = started;
    await partner.get("/cities?country_id=1");
    await app.post("/marketplace/partner/callback", { salon_id: 100, application_id: 200 });
    await v3.get("/locations/100/resources");
    await as("base_url").get("/nothing");
    const requests = await traffic(started);
    expect(
      requests.map(({ n, surface, method, url, body, status }) => [n, surface, method, url, body, status]),
    ).toEqual([
      [1, "base", "GET", "/api/v1/cities?country_id=1", "", 200],
      [2, "app", "POST", "/marketplace/partner/callback", '{"salon_id":100,"application_id":200}', 404],
      [3, "v3", "GET", "/v3/locations/100/resources", "", 200],
      [4, "base", "GET", "/api/v1/nothing", "", 404],
    ]);
  });

  test("shows headers as pairs of name and value", async () => {
    const started = await start();
    await started.partner.get("/countries");
    const [first] = await traffic(started);
    expect(first?.headers).toContainEqual(["accept", "application/vnd.api.v2+json"]);
    expect(first?.headers).toContainEqual(["authorization", `Bearer ${started.credentials.partner_token}`]);
  });

  test("shows the fields that follow a body among the headers", async () => {
    const started = await start();
    const sent = request(`${started.sandbox.urls.app_url}/marketplace/partner/callback`, {
      method: "POST",
      headers: { trailer: "x-token" },
    });
    sent.addTrailers({ "x-token": "secret" });
    sent.end("{}");
    await once(sent, "response");
    const [first] = await traffic(started);
    expect(first?.headers).toContainEqual(["x-token", "secret"]);
  });

  test("shows the body of a GET as well", async () => {
    const started = await start();
    const body = { salon_id: 100, date_from: "2026-01-01", date_to: "2026-03-02" };
    await started.owner.get("/voip/integration/calls", body);
    expect((await traffic(started))[0]?.body).toBe(JSON.stringify(body));
  });

  test("shows wall time, whatever the clock says", async () => {
    const started = await start();
    const before = Date.now();
    await started.partner.get("/countries");
    const [first] = await traffic(started);
    expect(Date.parse(first?.at ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(first?.at ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("can be read from a number on", async () => {
    const started = await start();
    await reach(started, "active");
    expect((await traffic(started, "?after=1")).map(({ n }) => n)).toEqual([2]);
    expect(await traffic(started, "?after=2")).toEqual([]);
    await started.partner.get("/countries");
    expect((await traffic(started, "?after=2")).map(({ n }) => n)).toEqual([3]);
  });

  test("contains overridden requests, and dropped ones without a status", async () => {
    const started = await start();
    const countries = { surface: "base", method: "GET", path: "/countries" };
    await started.control.post("/replies", { ...countries, reply: { status: 503 } });
    await started.control.post("/replies", { ...countries, reply: "drop" });
    await started.partner.get("/countries");
    await started.partner.get("/countries").catch(() => undefined);
    expect((await traffic(started)).map(({ status }) => status)).toEqual([503, null]);
  });

  test("contains no control calls, and nothing from before a reset", async () => {
    const started = await start();
    await started.partner.get("/countries");
    await started.control.post("/reset", { seed: 1 });
    expect(await traffic(started)).toEqual([]);
  });
});
