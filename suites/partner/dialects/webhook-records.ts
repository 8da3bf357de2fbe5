/** A record as a webhook carries it: as most are, with what may be empty empty, and with values at their bounds. */
export interface RecordForms {
  usual: (id: number, location: number) => unknown;
  empty: (id: number, location: number) => unknown;
  extreme: (id: number, location: number) => unknown;
}

const words = 'Rīga “Centrs” 李 \u{1f600} O’Neil D\'Arcy \\ "a" <b>&amp;</b>\n\t';
const longText = "ā".repeat(2_000);
/** Money and counts at their bounds: none, below nothing, and more than 32 bits hold. */
const [none, below, beyond] = [0, -0.01, 5_000_000_000.99];

const client = {
  usual: (id: number) => ({
    id,
    name: "Jānis O’Neil 李",
    phone: "+37120000001",
    email: "janis@example.com",
    categories: [{ id: 1, title: "VIP", color: "#ff0000" }],
    gender_id: 1,
    gender: "male",
    discount: 5,
    importance_id: 3,
    importance: "gold",
    card: 100_001,
    birth_date: "1990-02-28",
    comment: "",
    sms_check: 1,
    sms_not: 0,
    spent: 10.5,
    balance: 0,
    visits: 3,
    last_change_date: "2030-01-02T10:00:00+03:00",
    custom_fields: { source: "web" },
  }),
  empty: (id: number) => ({
    ...client.usual(id),
    name: "",
    phone: 37_120_000_001,
    email: "",
    categories: {},
    gender_id: 0,
    gender: "",
    importance_id: 0,
    importance: "",
    card: "",
    birth_date: null,
    last_change_date: "",
    custom_fields: {},
    spent: none,
  }),
  extreme: (id: number) => ({
    ...client.usual(id),
    name: words,
    comment: longText,
    categories: Array.from({ length: 100 }, (_, index) => ({ id: index, title: words, color: "" })),
    spent: beyond,
    balance: below,
    discount: 100,
    visits: 2_147_483_648,
    custom_fields: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field ${index}`, [null, index]])),
  }),
};

const service = {
  usual: (id: number) => ({
    id,
    salon_service_id: id + 1,
    title: "Manikīrs",
    category_id: 1,
    price_min: 20,
    price_max: 25.5,
    discount: 0,
    comment: "",
    weight: 1,
    active: 1,
    api_id: "x-1",
    staff: [{ id: 1, seance_length: 3600 }],
    duration: 3600,
    is_online: false,
  }),
  empty: (id: number) => ({ ...service.usual(id), title: "", api_id: "", staff: [], price_min: none, active: 0 }),
  extreme: (id: number) => ({
    ...service.usual(id),
    title: words,
    comment: longText,
    price_max: beyond,
    duration: 86_400,
    staff: Array.from({ length: 200 }, (_, index) => ({ id: index + 1, seance_length: index })),
  }),
};

const salon = {
  usual: (id: number) => ({ id, title: "Rīga Centrs", active: 1, timezone: 3, phones: ["+37120000001"], photos: [] }),
  empty: (id: number) => ({ id, title: "", active: 0, timezone: 0, phones: [], booking_widget_promo: null }),
  extreme: (id: number) => ({
    id,
    title: words,
    description: `<p>${longText}</p>`,
    timezone: -3.5,
    coordinate_lat: -90,
    coordinate_lon: 180,
    phones: Array.from({ length: 50 }, (_, index) => `+3712000${index}`),
  }),
};

/** A record with a title, of whose other fields nothing is shown. */
const titled = (more: object = {}): RecordForms => ({
  usual: (id) => ({ id, title: "Nails", ...more }),
  empty: (id) => ({ id, title: "" }),
  extreme: (id) => ({ id, title: words, comment: longText, nested: { list: [[], [null]], map: {} } }),
});

/** A record with an amount, of whose other fields nothing is shown. */
const counted = (name: string, more: object = {}): RecordForms => ({
  usual: (id) => ({ id, [name]: 25, ...more }),
  empty: (id) => ({ id, [name]: none }),
  extreme: (id) => ({ id, [name]: beyond, change: below, comment: words }),
});

const appointment: RecordForms = {
  usual: (id, company_id) => ({
    id,
    company_id,
    services: [{ id: 300 }],
    client: { id: 1, name: "Jānis" },
    date: "2030-01-02 10:00:00",
  }),
  empty: (id, company_id) => ({ id, company_id, services: [], client: null, comment: "" }),
  extreme: (id, company_id) => ({
    id,
    company_id,
    services: Array.from({ length: 100 }, (_, index) => ({ id: index, cost: beyond })),
    client: { id: 1, name: words },
    comment: longText,
    date: "2024-02-29 23:59:59",
  }),
};

const schedule: RecordForms = { usual: () => [], empty: () => [], extreme: () => [] };

/** The record events, the kinds of resource that each names, and its records; where the specification shows no fields, these are made up. */
export const recordEvents: Readonly<Record<string, { resources: readonly string[]; records: RecordForms }>> = {
  SalonEvent: { resources: ["salon"], records: salon },
  StaffEvent: { resources: ["staff"], records: titled({ name: "Anna Kalniņa", specialization: "Stylist" }) },
  ServiceEvent: { resources: ["service"], records: service },
  ServiceCategoryEvent: { resources: ["service_category"], records: titled({ weight: 1 }) },
  ClientEvent: { resources: ["client"], records: client },
  RecordEvent: { resources: ["record"], records: appointment },
  LoyaltyCardEvent: { resources: ["loyalty_card"], records: counted("balance", { number: 100_001 }) },
  ScheduleEvent: { resources: ["schedule"], records: schedule },
  GoodEvent: { resources: ["good"], records: titled({ price: 9.5 }) },
  GoodsOperationEvent: {
    resources: ["sale", "receipt", "consumable", "stolen", "move"].map((kind) => `goods_operations_${kind}`),
    records: counted("cost", { good_id: 1, amount: 1 }),
  },
  FinancesOperationEvent: {
    resources: ["finances_operation"],
    records: {
      usual: (id) => ({ id, amount: 25, payment_system_transaction_ids: ["pi_1", "pi_2"] }),
      empty: (id) => ({ id, amount: none, payment_system_transaction_ids: [] }),
      extreme: (id) => ({ id, amount: below }),
    },
  },
};
