import { complete } from "./data/collections.ts";
import { firstId } from "./data/ids.ts";
import { connectedLocation } from "./data/locations.ts";
import { createRandom } from "./data/random.ts";
import type { SandboxWorld } from "./world.ts";

export type ChangeKind = "created" | "updated" | "deleted";

/** The envelope's `status` for each change; the specification shows no values. */
export const changeStatuses: Record<ChangeKind, string> = {
  created: "create",
  updated: "update",
  deleted: "delete",
};

/** The five kinds of goods operations. */
export const goodsOperations = ["sale", "receipt", "consumable", "stolen", "move"].map(
  (kind) => `goods_operations_${kind}`,
);

/** One kind of record event: the resource that it names, and the data that it carries. */
interface EventKind {
  resource: string;
  data: (world: SandboxWorld, locationId: number, id: number) => unknown;
}

/** The eleven record events. */
export const events: Record<string, EventKind> = {
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
    data: (_, locationId, id) => ({
      id,
      company_id: locationId,
      services: [{ id: firstId.service }],
      client: { id: 1 },
    }),
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
