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

  test("is dated today, for thirty days, by default", async () => {
    const started = await start();
    await reach(started, "active");
    await pay(started);
    const { payments } = (await readStatus(started)).body.data;
    expect(payments).toMatchObject([
      { payment_date: "2026-03-02", period_from: "2026-03-02", period_to: "2026-04-01" },
    ]);
  });

  test("is refunded by its id, and no other payment is", async () => {
    const started = await start();
    await reach(started, "active");
    const { id } = (await pay(started)).body.data;
    await pay(started);
    expect((await started.partner.post(`/marketplace/partner/payment/refund/${id}`)).status).toBe(200);
    const { payments } = (await readStatus(started)).body.data;
    expect(payments.map(({ is_refunded }) => is_refunded)).toEqual([true, false]);
  });

  test("that does not exist is not found", async () => {
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
