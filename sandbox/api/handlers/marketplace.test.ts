import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { reach, readStatus } from "../../testing/installing.ts";
import { type Started, start } from "../../testing/start.ts";

const pay = ({ partner }: Started, more: Record<string, unknown> = {}) =>
  partner.post<V1Envelope<{ id: number }>>("/marketplace/partner/payment", {
    application_id: 200,
    salon_id: 100,
    payment_sum: 12.5,
    ...more,
  });

describe("a payment", () => {
  test("is shown by the installation status", async () => {
    const started = await start();
    await reach(started, "active");
    const periods = { payment_date: "2026-02-28", period_from: "2026-03-01", period_to: "2026-03-31" };
    const { status, body } = await pay(started, periods);
    expect(status).toBe(201);
    const { payments } = (await readStatus(started)).body.data;
    expect(payments).toEqual([{ id: body.data.id, payment_sum: 12.5, is_refunded: false, ...periods }]);
  });

  test("is dated today, for thirty days, unless told otherwise", async () => {
    const started = await start();
    await reach(started, "active");
    await pay(started);
    const { payments } = (await readStatus(started)).body.data;
    expect(payments).toMatchObject([
      { payment_date: "2026-03-02", period_from: "2026-03-02", period_to: "2026-04-01" },
    ]);
  });

  test("is refunded by its id, and no other is", async () => {
    const started = await start();
    await reach(started, "active");
    const { id } = (await pay(started)).body.data;
    await pay(started);
    expect((await started.partner.post(`/marketplace/partner/payment/refund/${id}`)).status).toBe(200);
    const { payments } = (await readStatus(started)).body.data;
    expect(payments.map(({ is_refunded }) => is_refunded)).toEqual([true, false]);
  });

  test("that nobody made is not found", async () => {
    const { partner } = await start();
    expect((await partner.post("/marketplace/partner/payment/refund/1")).status).toBe(404);
  });

  test("needs a link and a sum", async () => {
    const started = await start();
    expect((await pay(started)).status).toBe(404);
    await reach(started, "active");
    expect((await pay(started, { payment_sum: "much" })).status).toBe(422);
    expect((await readStatus(started)).body.data.payments).toEqual([]);
  });
});

describe("the subscription of a Location", () => {
  const settings = "/hooks_settings/100";
  const subscription = { url: "http://127.0.0.1:9/hooks", events: ["ClientEvent", "RecordEvent"] };

  test("is none at first, is changed, read back, and ended", async () => {
    const { owner } = await start();
    const data = async () => (await owner.get<V1Envelope<unknown>>(settings)).body.data;
    expect(await data()).toEqual({ url: null, events: [] });
    await owner.post(settings, subscription);
    expect(await data()).toEqual(subscription);
    await owner.post(settings, { events: [] });
    expect(await data()).toEqual({ url: null, events: [] });
  });

  test("is of one Location alone", async () => {
    const { owner } = await start();
    await owner.post(settings, subscription);
    expect((await owner.get<V1Envelope<unknown>>("/hooks_settings/103")).body.data).toEqual({ url: null, events: [] });
  });

  test.each([
    { ...subscription, events: "ClientEvent" },
    { ...subscription, events: ["NoEvent"] },
    { ...subscription, events: ["toString"] },
    { ...subscription, url: "ftp://127.0.0.1/hooks" },
    { ...subscription, url: "hooks" },
    { ...subscription, url: "http://" },
    { events: ["ClientEvent"] },
  ])("is not changed by %j", async (body) => {
    const { owner } = await start();
    await owner.post(settings, subscription);
    expect((await owner.post(settings, body)).status).toBe(422);
    expect((await owner.get<V1Envelope<unknown>>(settings)).body.data).toEqual(subscription);
  });
});

describe("the marketplace", () => {
  test("tells the tariffs of an application", async () => {
    const { partner } = await start();
    const { body } = await partner.get<V1Envelope>("/marketplace/application/200/tariffs");
    expect(body.data.map(({ title }) => title)).toEqual(["Basic", "Plus"]);
  });

  test("takes a discount for specific Locations", async () => {
    const { partner } = await start();
    const discount = { application_id: 200, salon_ids: [100, 103], discount: 10 };
    const { status, body } = await partner.post("/marketplace/application/add_discount", discount);
    expect({ status, body }).toEqual({ status: 201, body: { success: true, data: discount, meta: [] } });
  });

  test.each([
    { salon_ids: 100, discount: 10 },
    { salon_ids: ["100"], discount: 10 },
    { salon_ids: [100], discount: "10" },
  ])("refuses the discount %j", async (discount) => {
    const { partner } = await start();
    const answer = await partner.post("/marketplace/application/add_discount", { application_id: 200, ...discount });
    expect(answer.status).toBe(422);
  });

  test("makes a payment link for an application and a Location", async () => {
    const { partner } = await start();
    const path = "/marketplace/application/payment_link?application_id=200";
    expect((await partner.get(`${path}&salon_id=100`)).body).toMatchObject({
      data: { link: expect.stringContaining("/200/100") as string },
    });
    expect((await partner.get("/marketplace/application/payment_link")).status).toBe(404);
  });

  test("lets chat bots update channels, and no other application", async () => {
    const { partner } = await start();
    const update = (application_id: number) =>
      partner.post("/marketplace/application/update_channel", { application_id, channels: ["sms"] });
    expect((await update(203)).status).toBe(200);
    expect((await update(200)).status).toBe(403);
  });

  test("takes the mark of a new message at a Location that exists", async () => {
    const { partner } = await start();
    const mark = (salon_id: number) =>
      partner.post("/marketplace/application/new_message", { application_id: 200, salon_id });
    expect((await mark(100)).status).toBe(200);
    expect((await mark(999_999_999)).status).toBe(404);
  });

  test("takes sender names as a list", async () => {
    const { partner } = await start();
    const name = (short_names: unknown) =>
      partner.post("/marketplace/partner/short_names", { salon_id: 100, short_names });
    expect((await name(["SALON"])).status).toBe(200);
    expect((await name("SALON")).status).toBe(422);
  });

  test("sends the browser on after a registration", async () => {
    const { as } = await start();
    const { status, headers } = await as("base_url").post("/marketplace/partner/callback/redirect");
    expect(status).toBe(302);
    expect(headers.location).toMatch(/^https:/);
  });

  test("declares permissions, and knows countries, cities and business types", async () => {
    const { owner, partner } = await start();
    const data = async (client: typeof partner, path: string) => (await client.get<V1Envelope>(path)).body.data;
    const permissions = await data(owner, "/company/100/marketplace/applications/200/permissions");
    expect(permissions.map(({ slug }) => slug)).toEqual(["calls", "clients"]);
    const countries = await data(partner, "/countries");
    const cities = await data(partner, "/cities");
    expect(new Set(cities.map(({ country_id }) => country_id))).toEqual(new Set(countries.map(({ id }) => id)));
    expect(await data(partner, "/cities?country_id=3")).toEqual(cities.filter(({ country_id }) => country_id === 3));
    expect(await data(partner, "/references/business_groups_with_types")).not.toEqual([]);
  });
});
