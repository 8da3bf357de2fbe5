import { requireApplication, requireLocation, requireRight } from "../access.ts";
import type { Call } from "../call.ts";
import { connectedLocation, locations } from "../data/locations.ts";
import { events } from "../events.ts";
import { bodyFields, bodyNumber, pageOf, pathNumber, slice } from "../input.ts";
import { requireLink } from "../links.ts";
import { Refusal, type Reply, succeeded } from "../replies.ts";

const day = 86_400_000;

/** The Locations that connected an application; a link that is pending or has ended is not shown. */
export function listConnectedLocations(call: Call): Reply {
  const { world, query, behaviour, clock } = call;
  const { id } = requireApplication(call, pathNumber(call, "application_id"));
  const here = locations
    .filter((location) => ["active", "freezed"].includes(world.link(location.id, id)?.state ?? ""))
    .map((location) => connectedLocation(world.state.seed, location.id, { title: location.title }));
  const elsewhere = world.connectedElsewhere(id);
  const items = slice([...here, ...elsewhere], pageOf(query.get("page"), query.get("count"), behaviour.policy));
  const nextSlot =
    query.get("forBooking") === "1" ? { next_slot: clock.iso(clock.now() + day) } : { next_slot: undefined };
  return succeeded(items.map((item) => ({ ...item, ...nextSlot })));
}

export function listTariffs(call: Call): Reply {
  requireApplication(call, pathNumber(call, "application_id"));
  return succeeded([
    { id: 1, title: "Basic", price: 10, period: "month" },
    { id: 2, title: "Plus", price: 25, period: "month" },
  ]);
}

export function addDiscount(call: Call): Reply {
  const { application_id, salon_ids, discount } = bodyFields(call);
  requireApplication(call, bodyNumber(call, "application_id"));
  if (!Array.isArray(salon_ids) || salon_ids.some((id) => typeof id !== "number"))
    throw new Refusal(422, "salon_ids must be a list of numbers.");
  if (typeof discount !== "number") throw new Refusal(422, "discount must be a number.");
  call.world.state.discounts.push({ application_id, salon_ids, discount });
  return succeeded({ application_id, salon_ids, discount }, [], 201);
}

export function makePaymentLink({ query, world }: Call): Reply {
  const application = Number(query.get("application_id"));
  if (!world.people.applications.has(application)) throw new Refusal(422, "application_id must name an application.");
  return succeeded({ link: `https://pay.example.com/${application}/${Number(query.get("salon_id")) || 0}` });
}

export function updateChannel(call: Call): Reply {
  const { channels } = bodyFields(call);
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  if (!application.hasChannels) throw new Refusal(403, "Only chat bots and SMS aggregators have channels.");
  call.world.state.channels[application.id] = channels ?? [];
  return succeeded({ application_id: application.id, channels });
}

export function markNewMessage(call: Call): Reply {
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  call.world.state.unread[`${location.id}:${application.id}`] = true;
  return succeeded(null);
}

/** The browser goes on to the application's page in the marketplace. */
export const redirectAfterRegistration = (): Reply => ({
  status: 302,
  headers: { location: "https://marketplace.example.com/applications" },
});

export function reportPayment(call: Call): Reply {
  const fields = bodyFields(call);
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  const link = requireLink(call, bodyNumber(call, "salon_id"), application);
  const now = call.clock.now();
  const text = (name: string, otherwise: number) =>
    typeof fields[name] === "string" ? fields[name] : call.clock.iso(otherwise).slice(0, 10);
  const payment = {
    id: call.world.nextId(),
    payment_sum: bodyNumber(call, "payment_sum"),
    payment_date: text("payment_date", now),
    is_refunded: false,
    period_from: text("period_from", now),
    period_to: text("period_to", now + 30 * day),
  };
  link.payments.push(payment);
  return succeeded(payment, [], 201);
}

export function reportRefund(call: Call): Reply {
  const id = pathNumber(call, "payment_id");
  const payment = Object.values(call.world.state.links)
    .flatMap((link) => link.payments)
    .find((one) => one.id === id);
  if (!payment) throw new Refusal(404, "Payment not found.");
  payment.is_refunded = true;
  return succeeded(payment);
}

export function sendShortNames(call: Call): Reply {
  const { short_names } = bodyFields(call);
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  if (!Array.isArray(short_names)) throw new Refusal(422, "short_names must be a list.");
  call.world.state.shortNames[location.id] = short_names;
  return succeeded(short_names);
}

export function readHooksSettings(call: Call): Reply {
  const location = requireLocation(call, pathNumber(call, "location_id"));
  requireRight(call, location.id, "settings");
  return succeeded(call.world.state.subscriptions[location.id] ?? { url: null, events: [] });
}

export function changeHooksSettings(call: Call): Reply {
  const location = requireLocation(call, pathNumber(call, "location_id"));
  requireRight(call, location.id, "settings");
  subscribe(call.world.state, location.id, bodyFields(call));
  return succeeded(call.world.state.subscriptions[location.id] ?? { url: null, events: [] });
}

/** Replaces the subscription of a Location; an empty list of events ends it. */
export function subscribe(
  state: Call["world"]["state"],
  locationId: number,
  { url, events: asked }: Record<string, unknown>,
): void {
  if (!Array.isArray(asked)) throw new Refusal(422, "events must be a list.");
  const unknown = asked.find((event) => !(typeof event === "string" && Object.hasOwn(events, event)));
  if (unknown !== undefined)
    throw new Refusal(422, `events: there is no ${String(unknown)}; there are ${Object.keys(events).join(", ")}`);
  if (asked.length === 0) delete state.subscriptions[locationId];
  else if (!isAddress(url)) throw new Refusal(422, "url must be an http or https address.");
  else state.subscriptions[locationId] = { url, events: asked as string[] };
}

export const isAddress = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\/[^\s/]/.test(url) && URL.canParse(url);
