import { Refusal } from "../api/server/replies.ts";
import type { Notice } from "../webhooks.ts";
import { complete } from "../world/data/collections.ts";
import { connectedLocation } from "../world/data/locations.ts";
import { createRandom } from "../world/random.ts";
import type { World } from "../world/world.ts";

export type Change = "created" | "updated" | "deleted";

/** What the envelope's `status` says of each change; the specification shows no values. */
const statuses: Record<Change, string> = { created: "create", updated: "update", deleted: "delete" };

/** The five kinds of goods operations. */
export const goodsOperations = ["sale", "receipt", "consumable", "stolen", "move"].map(
  (kind) => `goods_operations_${kind}`,
);

interface EventRow {
  resource: string;
  data: (world: World, locationId: number, id: number) => unknown;
}

/** The eleven record events: what kind of resource they name, and what they carry. */
export const events: Record<string, EventRow> = {
  SalonEvent: {
    resource: "salon",
    data: (world, id) => connectedLocation(world.state.seed, id, { title: world.location(id)?.title }),
  },
  StaffEvent: {
    resource: "staff",
    data: (_, __, id) => ({ id, name: "Anna Kalniņa", specialization: "Stylist", fired: 0 }),
  },
  ServiceEvent: {
    resource: "service",
    data: (_, locationId, id) => ({ id, salon_id: locationId, title: "Manikīrs", duration: 3600 }),
  },
  ServiceCategoryEvent: { resource: "service_category", data: (_, __, id) => ({ id, title: "Nails", weight: 1 }) },
  ClientEvent: {
    resource: "client",
    data: ({ state }, locationId, id) =>
      complete.clients({ id }, createRandom(state.seed, `client ${locationId} ${id}`), id, state.today),
  },
  RecordEvent: {
    resource: "record",
    data: (_, locationId, id) => ({ id, company_id: locationId, services: [{ id: 300 }], client: { id: 1 } }),
  },
  LoyaltyCardEvent: { resource: "loyalty_card", data: (_, __, id) => ({ id, number: 100_000 + id, balance: 0 }) },
  ScheduleEvent: { resource: "schedule", data: () => [] },
  GoodEvent: { resource: "good", data: (_, __, id) => ({ good_id: id, title: "Shampoo", price: 9.5 }) },
  GoodsOperationEvent: {
    resource: "goods_operations_sale",
    data: (_, __, id) => ({ id, good_id: 1, amount: 1, cost: 9.5 }),
  },
  FinancesOperationEvent: {
    resource: "finances_operation",
    data: (_, __, id) => ({ id, amount: 25, payment_system_transaction_ids: [] }),
  },
};

/** A record changes: what a webhook for it will say. */
export function recordNotice(
  world: World,
  locationId: number,
  event: string,
  change: Change,
  resource?: string,
): Omit<Notice, "url" | "delay"> {
  const row = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!row) throw new Refusal(422, `event: there is no ${event}; there are ${Object.keys(events).join(", ")}`);
  const isGoods = event === "GoodsOperationEvent";
  if (isGoods && !goodsOperations.includes(resource ?? ""))
    throw new Refusal(422, `resource: give one of ${goodsOperations.join(", ")}`);
  if (isGoods && change !== "created") throw new Refusal(422, "change: a GoodsOperationEvent takes created");
  const resource_id = event === "SalonEvent" ? locationId : world.nextId();
  const body = {
    company_id: locationId,
    resource: isGoods ? (resource ?? "") : row.resource,
    resource_id,
    status: statuses[change],
    data: row.data(world, locationId, resource_id),
  };
  return { event, method: "POST", headers: { "content-type": "application/json" }, body };
}
