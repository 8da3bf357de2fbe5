// Lets assay control this platform through its own back office: each function does with the platform's words what docs/control.md says in assay's.
const {
  SALON_API = "http://127.0.0.1:4300",
  SALON_APP = "http://127.0.0.1:4301",
  SALON_ADMIN = "http://127.0.0.1:4302",
  OPERATOR_KEY = "operator",
} = process.env;

async function ask(method, path, body, { signal }) {
  const answer = await fetch(SALON_ADMIN + path, {
    method,
    headers: { "x-operator-key": OPERATOR_KEY, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`the back office answers ${answer.status}: ${json.problem}`);
  return json;
}

/** assay's names of collections, events and changes, and the platform's. */
const shelves = { calls: "calls", clients: "customers", activities: "timetable" };
const topics = {
  SalonEvent: "branch",
  StaffEvent: "employee",
  ServiceEvent: "service",
  ServiceCategoryEvent: "service category",
  ClientEvent: "customer",
  RecordEvent: "appointment",
  LoyaltyCardEvent: "card",
  ScheduleEvent: "schedule",
  GoodEvent: "product",
  GoodsOperationEvent: "stock",
  FinancesOperationEvent: "payment",
};
const changes = { created: "added", updated: "changed", deleted: "removed" };
const outcomes = { waiting: "pending", done: "delivered", lost: "failed" };

const translated = (table, name) => {
  if (!Object.hasOwn(table, name)) throw new Error(`${name} is nothing that this platform has`);
  return table[name];
};

export async function reset({ seed: variant }, call) {
  const { keys } = await ask("POST", "/wipe", { variant: String(variant) }, call);
  return {
    urls: { base_url: `${SALON_API}/api/v1`, api_root: `${SALON_API}/api`, app_url: SALON_APP },
    credentials: {
      partner_token: keys.partner,
      owner_user_token: keys.owner,
      system_user_token: keys.robot,
      limited_user_token: keys.reader,
      no_access_user_token: keys.guest,
    },
    fixtures: {
      location_id: 7001,
      second_location_id: 7002,
      blocked_location_id: 7003,
      unknown_location_id: 98765,
      application_id: 51,
      fast_application_id: 52,
      draft_application_id: 53,
      service_id: 31,
    },
  };
}

export const clock = "frozen";

export const now = async (_, call) => (await ask("GET", "/clock", undefined, call)).time;

export async function advance({ seconds }, call) {
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error("seconds: give a positive whole number");
  return { now: (await ask("POST", "/clock", { add_ms: seconds * 1000 }, call)).time };
}

export async function seed({ location_id, application_id, collection, items }, call) {
  const place =
    application_id === undefined
      ? `/branches/${location_id}/${translated(shelves, collection)}`
      : `/apps/${application_id}/elsewhere`;
  return { items: (await ask("PUT", place, { rows: items }, call)).stored };
}

export const link = ({ location_id, application_id, action }, call) =>
  ask(
    "POST",
    `/connections/${action === "freeze" ? "suspend" : "switch-off"}`,
    { branch: location_id, app: application_id },
    call,
  );

export const hooks = (fields, call) =>
  "application_id" in fields
    ? ask("PUT", `/apps/${fields.application_id}/target`, { target: fields.lifecycle_webhook_url }, call)
    : ask(
        "PUT",
        `/branches/${fields.location_id}/subscription`,
        { target: fields.url, topics: fields.events.map((event) => translated(topics, event)) },
        call,
      );

export const emit = ({ location_id, event, change, resource }, call) =>
  ask(
    "POST",
    `/branches/${location_id}/touch`,
    { topic: translated(topics, event), how: translated(changes, change), resource },
    call,
  );

export async function deliveries(_, call) {
  const { notices } = await ask("GET", "/outbox", undefined, call);
  return {
    deliveries: notices.map(({ number, target, resource, about, queued, sent, closed, state, why }) => ({
      id: number,
      url: target,
      resource,
      resource_id: about,
      queued_at: queued,
      sent_at: sent,
      ended_at: closed,
      outcome: outcomes[state],
      reason: why,
    })),
  };
}
