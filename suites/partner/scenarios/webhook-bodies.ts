/** What a record webhook carries. */
export interface WebhookBody {
  company_id: number;
  resource: string;
  resource_id: number;
  status: string;
  data: unknown;
}

interface RecordEvent {
  /** The kinds of resource that the event names. */
  resources: readonly string[];
  /** A record of the resource. */
  data: (id: number, location: number) => unknown;
}

/** The record events; the specification shows no records, so these are made up. */
export const events: Readonly<Record<string, RecordEvent>> = {
  SalonEvent: { resources: ["salon"], data: (_, id) => ({ id, title: "Rīga Centrs", active: 1, timezone: 3 }) },
  StaffEvent: { resources: ["staff"], data: (id) => ({ id, name: "Anna Kalniņa", specialization: "Stylist" }) },
  ServiceEvent: { resources: ["service"], data: (id) => ({ id, title: "Manikīrs", price_min: 20, duration: 3600 }) },
  ServiceCategoryEvent: { resources: ["service_category"], data: (id) => ({ id, title: "Nails", weight: 1 }) },
  ClientEvent: {
    resources: ["client"],
    data: (id) => ({ id, name: "Jānis O’Neil 李", phone: "+37120000001", email: "", categories: [], spent: 10.5 }),
  },
  RecordEvent: {
    resources: ["record"],
    data: (id, company_id) => ({ id, company_id, services: [{ id: 300 }], client: null, date: "2030-01-02 10:00:00" }),
  },
  LoyaltyCardEvent: { resources: ["loyalty_card"], data: (id) => ({ id, number: 100_000 + id, balance: 0 }) },
  ScheduleEvent: { resources: ["schedule"], data: () => [] },
  GoodEvent: { resources: ["good"], data: (id) => ({ good_id: id, title: "Shampoo", price: 9.5 }) },
  GoodsOperationEvent: {
    resources: ["sale", "receipt", "consumable", "stolen", "move"].map((kind) => `goods_operations_${kind}`),
    data: (id) => ({ id, good_id: 1, amount: 1, cost: 9.5 }),
  },
  FinancesOperationEvent: { resources: ["finances_operation"], data: (id) => ({ id, amount: 25 }) },
};

/** What a webhook says of a change; the specification shows no values, so the embedded sandbox's are used. */
const changes = ["create", "update", "delete"];

/** Records differ in their id; where the ids begin makes no difference. */
let lastId = 500_000;

/** A webhook for a change of a record. */
export const webhookBody = (
  event: string,
  location: number,
  status = "update",
  resource_id = ++lastId,
): WebhookBody => ({
  company_id: location,
  resource: events[event]?.resources[0] ?? event,
  resource_id: event === "SalonEvent" ? location : resource_id,
  status,
  data: events[event]?.data(resource_id, location),
});

/** Every event and change, and every goods operation, which is only ever created. */
export const everyWebhookBody = (location: number): [event: string, body: WebhookBody][] =>
  Object.entries(events).flatMap(([event, { resources }]) =>
    event === "GoodsOperationEvent"
      ? resources.map((resource): [string, WebhookBody] => [
          event,
          { ...webhookBody(event, location, "create"), resource },
        ])
      : changes.map((status): [string, WebhookBody] => [event, webhookBody(event, location, status)]),
  );
