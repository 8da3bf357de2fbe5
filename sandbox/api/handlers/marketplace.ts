import { events } from "../../control/events.ts";
import { requireLink } from "../../links.ts";
import type { Item } from "../../world/data/collections.ts";
import { listBytes } from "../../world/item-bytes.ts";
import { requireApplication, requireLocation, requireRight } from "../access.ts";
import type { Call } from "../call.ts";
import { bodyFields, bodyList, bodyNumber, bodyText, pageOf, pathNumber, slice } from "../server/input.ts";
import { Refusal, type Reply, succeeded } from "../server/replies.ts";

const day = 86_400_000;

/** The Locations that connected an application; a link that is pending or has ended is not shown. */
export function listConnectedLocations(call: Call): Reply {
  const { world, query, behaviour, clock } = call;
  const { id } = requireApplication(call, pathNumber(call, "application_id"));
  const items = slice(world.connected(id), pageOf(query.get("page"), query.get("count"), behaviour.policy));
  if (query.get("forBooking") === "1") {
    const next_slot = clock.iso(clock.now() + day);
    return succeeded(items.map((item) => ({ next_slot, ...item })));
  }
  return { status: 200, bytes: listBytes('{"success":true,"data":', items.map(unbooked), ',"meta":[]}') };
}

/** A Location as it is shown to those who do not book. */
const unbooked = (item: Item): Item =>
  "next_slot" in item ? Object.fromEntries(Object.entries(item).filter(([name]) => name !== "next_slot")) : item;

export function listTariffs(call: Call): Reply {
  requireApplication(call, pathNumber(call, "application_id"));
  return succeeded([
    { id: 1, title: "Basic", price: 10, period: "month" },
    { id: 2, title: "Plus", price: 25, period: "month" },
  ]);
}

export function addDiscount(call: Call): Reply {
  const { id: application_id } = requireApplication(call, bodyNumber(call, "application_id"));
  const given = {
    application_id,
    salon_ids: bodyList(call, "salon_ids", "numbers"),
    discount: bodyNumber(call, "discount"),
  };
  call.world.state.discounts.push(given);
  return succeeded(given, [], 201);
}

export function makePaymentLink(call: Call): Reply {
  const { id } = requireApplication(call, Number(call.query.get("application_id")));
  return succeeded({ link: `https://pay.example.com/${id}/${Number(call.query.get("salon_id")) || 0}` });
}

export function updateChannel(call: Call): Reply {
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  if (!application.hasChannels) throw new Refusal(403, "Only chat bots and SMS aggregators have channels.");
  const channels = bodyList(call, "channels", "strings");
  call.world.state.channels[application.id] = channels;
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
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  const link = requireLink(call, bodyNumber(call, "salon_id"), application);
  const now = call.clock.now();
  const date = (name: string, otherwise: number) => bodyText(call, name, call.clock.iso(otherwise).slice(0, 10));
  const said = {
    payment_sum: bodyNumber(call, "payment_sum"),
    payment_date: date("payment_date", now),
    is_refunded: false,
    period_from: date("period_from", now),
    period_to: date("period_to", now + 30 * day),
  };
  // Only a payment that is taken uses up an id.
  const payment = { id: call.world.nextId(), ...said };
  link.payments.push(payment);
  return succeeded(payment, [], 201);
}

export function reportRefund(call: Call): Reply {
  const id = pathNumber(call, "payment_id");
  const { world, behaviour } = call;
  const isOwn = (applicationId: number) => {
    const application = world.people.applications.get(applicationId);
    return application !== undefined && behaviour.access.partnerOwns(call, application);
  };
  const payment = Object.values(world.state.links)
    .filter((link) => isOwn(link.applicationId))
    .flatMap((link) => link.payments)
    .find((one) => one.id === id);
  if (!payment) throw new Refusal(404, "Payment not found.");
  payment.is_refunded = true;
  return succeeded(payment);
}

export function sendShortNames(call: Call): Reply {
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  const short_names = bodyList(call, "short_names", "strings");
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
    throw new Refusal(
      422,
      `events: there is no ${JSON.stringify(unknown)}; there are ${Object.keys(events).join(", ")}`,
    );
  if (asked.length === 0) delete state.subscriptions[locationId];
  else if (!isAddress(url)) throw new Refusal(422, "url must be an http or https address.");
  else state.subscriptions[locationId] = { url, events: asked as string[] };
}

export const isAddress = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\/[^\s/]/.test(url) && URL.canParse(url);
