import { expect, test } from "vitest";
import { link, reach } from "../testing/installing.ts";
import { start } from "../testing/start.ts";

const seed = (collection: string, ...items: unknown[]) => ({ location_id: 100, collection, items });
const connected = (...items: unknown[]) => ({ application_id: 200, collection: "connected_locations", items });
const event = (more: object) => ({ location_id: 100, event: "ClientEvent", change: "created", ...more });
const goods = (more: object) => event({ event: "GoodsOperationEvent", ...more });
const hook = (more: object) => ({ location_id: 100, url: "http://127.0.0.1:9/", events: ["ClientEvent"], ...more });
const reply = (more: object) => ({
  surface: "base",
  method: "GET",
  path: "/countries",
  reply: { status: 503 },
  ...more,
});
const replying = (more: object) => reply({ reply: { status: 503, ...more } });

/** Calls with wrong fields or values. */
const senseless: [path: string, body: unknown][] = [
  ["/reset", { seed: "one" }],
  ["/reset", { seed: 1.5 }],
  ["/reset", { seed: null }],
  ["/reset", "{"],
  ["/reset", "[]"],
  ["/reset", "null"],
  ["/clock/advance", {}],
  ["/clock/advance", { seconds: 0 }],
  ["/clock/advance", { seconds: -1 }],
  ["/clock/advance", { seconds: 1.5 }],
  ["/clock/advance", { seconds: "60" }],
  ["/clock/advance", { seconds: 1e15 }],
  ["/seed", {}],
  ["/seed", { location_id: 100, collection: "resources" }],
  ["/seed", { ...seed("resources"), items: "none" }],
  ["/seed", { ...seed("resources"), items: {} }],
  ["/seed", { ...seed("resources"), location_id: 999_999_999 }],
  ["/seed", { ...seed("resources"), location_id: "100" }],
  ["/seed", { ...seed("resources"), location_id: undefined }],
  ["/seed", seed("visits")],
  ["/seed", seed("toString")],
  ["/seed", seed("resources", "Room")],
  ["/seed", seed("resources", null)],
  ["/seed", seed("resources", [])],
  ["/seed", seed("resources", { title: 5 })],
  ["/seed", seed("resources", { id: null })],
  ["/seed", seed("resources", { id: 1 }, { id: 1 })],
  ["/seed", seed("calls", { status: "unknown" })],
  ["/seed", seed("calls", { duration: "long" })],
  ["/seed", seed("calls", { call_date: "2026-03-02" })],
  ["/seed", seed("calls", { id: 1 }, { id: 1 })],
  ["/seed", seed("clients", { gender_id: 9 })],
  ["/seed", seed("clients", { birth_date: 1990 })],
  ["/seed", seed("clients", { card: "abc" })],
  ["/seed", seed("activities", { date: "soon" })],
  ["/seed", seed("activities", { date: "2026-02-30" })],
  ["/seed", seed("activities", { resource_ids: 5 })],
  ["/seed", { ...connected(), application_id: 999 }],
  ["/seed", { ...connected(), items: [{ id: 100 }] }],
  ["/seed", { ...connected(), application_id: undefined }],
  ["/seed", connected({ active: 7 })],
  ["/seed", connected({ title: null })],
  ["/seed", connected({ next_slot: "soon" })],
  ["/seed", connected({ title: "Fine" }, { id: "7" })],
  ["/links/freeze", { ...link, location_id: 999_999_999 }],
  ["/links/freeze", { ...link, application_id: 999 }],
  ["/links/freeze", { location_id: 100 }],
  ["/links/freeze", { ...link, application_id: 202 }],
  ["/links/disable", { ...link, location_id: 103 }],
  ["/links/disable", {}],
  ["/applications", { application_id: 999, lifecycle_webhook_url: null }],
  ["/applications", { application_id: 200 }],
  ["/applications", { application_id: 200, lifecycle_webhook_url: "hooks" }],
  ["/applications", { application_id: 200, lifecycle_webhook_url: 5 }],
  ["/hooks", hook({ location_id: 999_999_999 })],
  ["/hooks", hook({ events: ["NoEvent"] })],
  ["/hooks", hook({ events: ["freeze"] })],
  ["/hooks", hook({ events: "ClientEvent" })],
  ["/hooks", hook({ events: undefined })],
  ["/hooks", hook({ url: null })],
  ["/hooks", hook({ url: "mailto:a@example.com" })],
  ["/events", event({ location_id: 999_999_999 })],
  ["/events", event({ event: "NoEvent" })],
  ["/events", event({ event: undefined })],
  ["/events", event({ event: "constructor" })],
  ["/events", event({ event: "freeze" })],
  ["/events", event({ change: "moved" })],
  ["/events", event({ change: undefined })],
  ["/events", goods({})],
  ["/events", goods({ resource: "goods_operations_gift" })],
  ["/events", goods({ resource: "goods_operations_sale", change: "updated" })],
  ["/replies", reply({ surface: "control" })],
  ["/replies", reply({ surface: undefined })],
  ["/replies", reply({ method: "get it" })],
  ["/replies", reply({ method: undefined })],
  ["/replies", reply({ path: "countries" })],
  ["/replies", reply({ path: undefined })],
  ["/replies", reply({ times: 0 })],
  ["/replies", reply({ times: 1.5 })],
  ["/replies", reply({ reply: "hang" })],
  ["/replies", reply({ reply: null })],
  ["/replies", reply({ reply: {} })],
  ["/replies", replying({ status: 99 })],
  ["/replies", replying({ status: 600 })],
  ["/replies", replying({ status: "503" })],
  ["/replies", replying({ headers: { "x-number": 5 } })],
  ["/replies", replying({ headers: { "x-broken": "a\r\nb: c" } })],
  ["/replies", replying({ headers: { "no header": "a" } })],
  ["/replies", replying({ headers: null })],
  ["/replies", replying({ headers: ["x"] })],
  ["/replies", replying({ delay_ms: -1 })],
  ["/replies", replying({ delay_ms: 1e9 })],
  ["/replies", replying({ delay_ms: "1" })],
];

test.each(senseless)("%s %j is refused, with a reason, and changes nothing", async (path, body) => {
  const started = await start();
  const { platform } = started.sandbox;
  await reach(started, "active");
  const before = JSON.stringify(platform.world.state);
  const answer = await started.control.post<{ error: string }>(path, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(Object.keys(answer.body)).toEqual(["error"]);
  expect(answer.body.error).not.toBe("");
  expect(JSON.stringify(platform.world.state)).toBe(before);
  expect(platform.clock.iso()).toBe("2026-03-02T09:00:00Z");
  expect((await started.partner.get("/countries")).status).toBe(200);
});

test.each(["x", "-1", "1.5", ""])("/traffic?after=%s is refused", async (after) => {
  const { control } = await start();
  expect(await control.get(`/traffic?after=${after}`)).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining("after") as string },
  });
});
