import { describe, expect, test } from "vitest";
import { specified } from "../api/specified.ts";
import { confirm, link, reach, stateOf } from "../testing/installing.ts";
import { type Started, start } from "../testing/start.ts";

const override = ({ control }: Started, more: Record<string, unknown> = {}) =>
  control.post("/replies", { surface: "base", method: "GET", path: "/countries", reply: { status: 503 }, ...more });

const statuses = async ({ partner }: Started, times: number) => {
  const seen = [];
  for (let time = 0; time < times; time++) seen.push((await partner.get("/countries")).status);
  return seen;
};

describe("an override", () => {
  test("is used once, then the right reply comes again", async () => {
    const started = await start();
    await override(started);
    expect(await statuses(started, 3)).toEqual([503, 200, 200]);
  });

  test("is used as often as was asked for", async () => {
    const started = await start();
    await override(started, { times: 2 });
    expect(await statuses(started, 3)).toEqual([503, 503, 200]);
  });

  test("lets requests through first, as many as it was asked to", async () => {
    const started = await start();
    await override(started, { skip: 2 });
    expect(await statuses(started, 4)).toEqual([200, 200, 503, 200]);
  });

  test("is for bodies that hold what it names, where it names something", async () => {
    const started = await start();
    const path = "/marketplace/partner/callback";
    const place = { surface: "app", method: "POST", path, fields: { salon_id: 104 } };
    await started.control.post("/replies", { ...place, times: 9, reply: { status: 503 } });
    expect((await confirm(started, { ...link, location_id: 103 })).status).not.toBe(503);
    expect((await confirm(started, { ...link, location_id: 104 })).status).toBe(503);
    expect((await started.control.send("DELETE", "/replies", place)).status).toBe(200);
    expect((await confirm(started, { ...link, location_id: 104 })).status).not.toBe(503);
  });

  test("is used before later ones for the same request", async () => {
    const started = await start();
    await override(started);
    await override(started, { reply: { status: 429 } });
    expect(await statuses(started, 3)).toEqual([503, 429, 200]);
  });

  test("carries the status, the headers and the body that were given", async () => {
    const started = await start();
    await override(started, { reply: { status: 418, headers: { "Retry-After": "7" }, body: { tea: ["ā"] } } });
    const { status, headers, body } = await started.partner.get("/countries");
    expect({ status, body }).toEqual({ status: 418, body: { tea: ["ā"] } });
    expect(headers).toMatchObject({ "retry-after": "7", "content-type": "application/json" });
  });

  test("sends no body for null, and a string as it is", async () => {
    const started = await start();
    await override(started, { reply: { status: 503, headers: {}, body: null, delay_ms: 0 } });
    expect((await started.partner.get("/countries")).body).toBeUndefined();
    await override(started, { reply: { status: 200, body: '["text"]' } });
    expect((await started.partner.get("/countries")).body).toEqual(["text"]);
  });

  test("applies only to its surface, method and path", async () => {
    const started = await start();
    await override(started, { surface: "app" });
    await override(started, { surface: "v3", path: "/locations/100/resources" });
    await override(started, { method: "POST" });
    await override(started, { path: "/cities" });
    expect(await statuses(started, 1)).toEqual([200]);
    expect((await started.v3.get("/locations/100/resources?limit=1")).status).toBe(503);
    expect((await started.v3.get("/locations/103/resources")).status).toBe(200);
  });

  test.each(["/countries", "/v1/countries", "/api/v1/countries"])("is found by the path %s", async (path) => {
    const started = await start();
    await override(started, { path });
    expect(await statuses(started, 1)).toEqual([503]);
  });

  test("comes before authentication and does not count for the rate", async () => {
    const started = await start({ behaviour: specified() });
    await override(started, { times: 10 });
    expect((await started.as("base_url").get("/countries")).status).toBe(503);
    expect(new Set(await statuses(started, 9))).toEqual(new Set([503]));
    expect(await statuses(started, 6)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test.each([
    ["a status", { status: 201 }],
    ["drop", "drop"],
  ])("changes nothing: %s", async (_, reply) => {
    const started = await start();
    await reach(started, "pending");
    await override(started, { surface: "app", method: "POST", path: "/marketplace/partner/callback", reply });
    await confirm(started).catch(() => undefined);
    expect(await stateOf(started)).toBe("pending");
    expect((await confirm(started)).status).toBe(201);
  });

  test("that drops closes the connection without an answer", async () => {
    const started = await start();
    await override(started, { reply: "drop" });
    await expect(started.partner.get("/countries")).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(await statuses(started, 1)).toEqual([200]);
  });

  test("that is delayed lets others be answered before it", async () => {
    const started = await start();
    await override(started, { reply: { status: 503, delay_ms: 100 } });
    const order: string[] = [];
    const late = started.partner.get("/countries").then(({ status }) => order.push(`late ${status}`));
    await started.partner.get("/cities").then(({ status }) => order.push(`prompt ${status}`));
    await late;
    expect(order).toEqual(["prompt 200", "late 503"]);
  });

  test("is forgotten with a reset", async () => {
    const started = await start();
    await override(started, { times: 5 });
    await started.control.post("/reset", { seed: 1 });
    expect(await statuses(started, 1)).toEqual([200]);
  });

  test("is answered with its defaults filled in", async () => {
    expect((await override(await start())).body).toEqual({
      surface: "base",
      fields: {},
      skip: 0,
      method: "GET",
      path: "/countries",
      times: 1,
      reply: { status: 503, headers: {}, body: null, delay_ms: 0 },
    });
  });
});
