import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { anything, oneOf, present } from "../testing/matchers.ts";
import { createWebhookReceiver } from "./client.ts";

const receiver = consumerNamed("webhook-receiver");

const records = {
  SalonEvent: "salon",
  StaffEvent: "staff",
  ServiceEvent: "service",
  ServiceCategoryEvent: "service_category",
  ClientEvent: "client",
  RecordEvent: "record",
  LoyaltyCardEvent: "loyalty_card",
  ScheduleEvent: "schedule",
  GoodEvent: "good",
  FinancesOperationEvent: "finances_operation",
};
const envelope = (resource: string) => ({
  company_id: present(100),
  resource: present(resource),
  resource_id: present(10),
  status: present("create"),
});
const metadata = (event: string) => ({ event, contentType: "application/json" });

test.each(Object.entries(records))("a %s changes the mirror", (event, resource) =>
  receiver.receives(
    {
      upon: `a ${event}, created`,
      rests: `HOOK-1 HOOK-2 HOOK-9${event === "ScheduleEvent" ? " HOOK-10" : ""}`,
      metadata: metadata(event),
      contents: { ...envelope(resource), ...(event === "ScheduleEvent" ? { data: [] } : {}) },
    },
    async (contents) => {
      const mirror = createWebhookReceiver();
      expect(mirror.receive(contents)).toBe(204);
      expect(mirror.changes).toEqual([{ location: "100", resource, id: "10", status: "create" }]);
    },
  ),
);

test("a GoodsOperationEvent changes the mirror", () =>
  receiver.receives(
    {
      upon: "a GoodsOperationEvent",
      rests: "HOOK-1 HOOK-2 HOOK-11 HOOK-24",
      metadata: metadata("GoodsOperationEvent"),
      contents: {
        ...envelope(""),
        resource: oneOf(
          ...["sale", "receipt", "consumable", "stolen", "move"].map((kind) => `goods_operations_${kind}`),
        ),
      },
    },
    async (contents) => {
      const mirror = createWebhookReceiver();
      expect(mirror.receive(contents)).toBe(204);
      expect(mirror.changes[0]?.resource).toBe("goods_operations_sale");
    },
  ));

test.each([
  ["freeze", "LIFE-1"],
  ["uninstall", "LIFE-2"],
])("the lifecycle event %s makes statuses stale", (event, rests) =>
  receiver.receives(
    {
      upon: `the lifecycle event ${event}`,
      rests,
      note: "The specification shows no payload of this event; nothing in it is relied on.",
      metadata: { event },
      contents: anything,
    },
    async () => {
      const mirror = createWebhookReceiver();
      expect(mirror.receiveLifecycle()).toBe(204);
      expect(mirror.isStale()).toBe(true);
    },
  ),
);
