import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { start } from "../../testing/start.ts";

describe("the marketplace", () => {
  test("lists the tariffs of an application", async () => {
    const { partner } = await start();
    const { body } = await partner.get<V1Envelope>("/marketplace/application/200/tariffs");
    expect(body.data.map(({ title }) => title)).toEqual(["Basic", "Plus"]);
  });

  test("accepts a discount for specific Locations", async () => {
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

  test("marks a new message at a Location that exists", async () => {
    const { partner } = await start();
    const mark = (salon_id: number) =>
      partner.post("/marketplace/application/new_message", { application_id: 200, salon_id });
    expect((await mark(100)).status).toBe(200);
    expect((await mark(999_999_999)).status).toBe(404);
  });

  test("accepts sender names as a list", async () => {
    const { partner } = await start();
    const name = (short_names: unknown) =>
      partner.post("/marketplace/partner/short_names", { salon_id: 100, short_names });
    expect((await name(["SALON"])).status).toBe(200);
    expect((await name("SALON")).status).toBe(422);
  });

  test("redirects the browser after a registration", async () => {
    const { as } = await start();
    const { status, headers } = await as("base_url").post("/marketplace/partner/callback/redirect");
    expect(status).toBe(302);
    expect(headers.location).toMatch(/^https:/);
  });
});
